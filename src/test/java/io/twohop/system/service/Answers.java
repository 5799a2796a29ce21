package io.twohop.system.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.system.service.Message.Header;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Decides on the answer to each request, without a transport. One thread calls it; {@link #counts} is for any thread.
 *
 * <p>The answer to a JSON object is an execution with the request's id; any other request is sent back as it is.
 */
final class Answers {
    private static final List<Header> ERROR_HEADERS =
            List.of(new Header("Nats-Service-Error-Code", "409"), new Header("Nats-Service-Error", "out of stock"));

    /** An answer held back follows after this time even without another request. */
    private static final long LONGEST_SWAP_NANOS = 1_000_000_000;

    private static final String TRACE = "traceparent";

    /** Far from the number of the request, and still of as many digits. */
    private static final long FOREIGN_DISTANCE = 5;

    private final ObjectMapper json = new ObjectMapper();
    private final Plan plan;
    private final LongSupplier nanoClock;
    private final Consumer<Message> out;
    private final Deque<Held> late = new ArrayDeque<>();
    private final Map<Misbehaviour, Long> done = new EnumMap<>(Misbehaviour.class);
    private long requests;
    private long replies;
    private Held swapped;
    private JsonNode previousId;

    private record Held(Message reply, long dueNanos) {}

    Answers(Plan plan, LongSupplier nanoClock, Consumer<Message> out) {
        this.plan = plan;
        this.nanoClock = nanoClock;
        this.out = out;
    }

    synchronized void onRequest(Message request) {
        long number = requests++;
        JsonNode id = id(request);
        if (plan.hits(Misbehaviour.DROP, number)) {
            count(Misbehaviour.DROP);
        } else {
            answer(reply(request, id, number), number);
        }
        if (plan.hits(Misbehaviour.FOREIGN, number)) {
            send(foreign(request, id));
            count(Misbehaviour.FOREIGN);
        }
        previousId = id;
    }

    private void answer(Message reply, long number) {
        if (plan.hits(Misbehaviour.LATE, number)) {
            late.add(new Held(reply, nanoClock.getAsLong() + plan.lateMillis() * 1_000_000));
        } else if (plan.hits(Misbehaviour.SWAP, number) && swapped == null) {
            swapped = new Held(reply, nanoClock.getAsLong() + LONGEST_SWAP_NANOS);
        } else {
            int usual = plan.replies();
            if (plan.hits(Misbehaviour.FEWER, number)) {
                usual--;
                count(Misbehaviour.FEWER);
            }
            for (int i = 0; i < usual; i++) {
                send(reply);
            }
            if (plan.hits(Misbehaviour.TWICE, number)) {
                send(reply);
                count(Misbehaviour.TWICE);
            }
            if (swapped != null) {
                send(swapped.reply());
                swapped = null;
                count(Misbehaviour.SWAP);
            }
        }
    }

    /** Sends the answers that were held back until now. */
    synchronized void release() {
        long now = nanoClock.getAsLong();
        while (!late.isEmpty() && late.peek().dueNanos() <= now) {
            send(late.remove().reply());
            count(Misbehaviour.LATE);
        }
        if (swapped != null && swapped.dueNanos() <= now) {
            releaseInOrder();
        }
    }

    /** Sends all answers that are still held back. */
    synchronized void releaseAll() {
        if (swapped != null) {
            releaseInOrder();
        }
        while (!late.isEmpty()) {
            send(late.remove().reply());
        }
    }

    private void releaseInOrder() {
        send(swapped.reply());
        swapped = null;
    }

    private void send(Message reply) {
        replies++;
        out.accept(reply);
    }

    private void count(Misbehaviour misbehaviour) {
        done.merge(misbehaviour, 1L, Long::sum);
    }

    synchronized Counts counts() {
        return new Counts(requests, replies, new EnumMap<>(done));
    }

    /** Returns the request's id; {@code null} without one. */
    private JsonNode id(Message request) {
        try {
            return json.readTree(request.payload()).get(plan.field());
        } catch (IOException e) {
            return null; // A binary request has none.
        }
    }

    private Message reply(Message request, JsonNode id, long number) {
        byte[] payload = id == null ? request.payload() : execution(idField(id, number), number);
        if (takes(Misbehaviour.NO_HEADERS, number)) {
            return new Message(payload, null, List.of(), request.replyTo());
        }
        if (takes(Misbehaviour.ERROR, number)) {
            return new Message(payload, request.key(), ERROR_HEADERS, request.replyTo());
        }
        List<Header> headers = takes(Misbehaviour.NEW_TRACE, number) ? withTrace(request.headers()) : request.headers();
        return new Message(payload, request.key(), headers, request.replyTo());
    }

    private static byte[] execution(String idField, long number) {
        return ("{\"executionId\":" + number + ',' + idField + "\"status\":\"FILLED\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the id's field with a comma after it, as this request's turn wants it; empty without a field. */
    private String idField(JsonNode id, long number) {
        String name = quoted(plan.field());
        String field = name + ':';
        if (takes(Misbehaviour.NO_ID, number)) {
            return "";
        } else if (takes(Misbehaviour.TEXT_ID, number)) {
            return field + quoted(id.asText()) + ',';
        } else if (takes(Misbehaviour.SPACED_ID, number)) {
            return name + " :\n\t " + id + " \r\n,";
        } else if (takes(Misbehaviour.PADDED_ID, number)) {
            return field + quoted(' ' + id.asText() + ' ') + ',';
        } else if (takes(Misbehaviour.DECOY_ID, number)) {
            return "\"parent\":{" + field + foreignId(id) + "}," + field + id + ',';
        } else if (previousId != null && takes(Misbehaviour.OTHER_ID, number)) {
            return field + previousId + ',';
        }
        return field + id + ',';
    }

    /** Tells whether the request's turn has come, and counts it. */
    private boolean takes(Misbehaviour misbehaviour, long number) {
        boolean hits = plan.hits(misbehaviour, number);
        if (hits) {
            count(misbehaviour);
        }
        return hits;
    }

    private Message foreign(Message request, JsonNode id) {
        byte[] payload = id == null
                ? UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8)
                : execution(quoted(plan.field()) + ':' + foreignId(id) + ',', requests);
        List<Header> headers = request.headers().stream()
                .map(header -> new Header(
                        header.name(),
                        header.name().equals(TRACE)
                                ? newTrace()
                                : UUID.randomUUID().toString()))
                .toList();
        // Another request's inbox, where the requester has a subscription for all of its own.
        String replyTo = request.replyTo() == null
                ? null
                : request.replyTo().substring(0, request.replyTo().lastIndexOf('.') + 1) + "foreign";
        byte[] key = request.key() == null ? null : UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
        return new Message(payload, key, headers, replyTo);
    }

    /** Returns the JSON of an id of the same kind that this request does not have. */
    private String foreignId(JsonNode id) {
        if (!id.isIntegralNumber()) {
            return quoted(UUID.randomUUID().toString());
        }
        char[] digits = id.asText().toCharArray();
        int changed = Math.min(1, digits.length - 1);
        digits[changed] = (char) ('0' + (digits[changed] - '0' + FOREIGN_DISTANCE) % 10);
        return new String(digits);
    }

    private static List<Header> withTrace(List<Header> headers) {
        List<Header> changed = new ArrayList<>(headers);
        changed.removeIf(header -> header.name().equals(TRACE));
        changed.add(new Header(TRACE, newTrace()));
        return changed;
    }

    /** Returns a trace with the flags "sampled" and "random", as services start them. */
    private static String newTrace() {
        String span = UUID.randomUUID().toString().replace("-", "").substring(16);
        return "00-" + UUID.randomUUID().toString().replace("-", "") + '-' + span + "-03";
    }

    private String quoted(String text) {
        try {
            return json.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
