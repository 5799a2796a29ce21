package io.twohop.pipeline.deployed;

import io.twohop.event.field.IdForm;
import io.twohop.event.field.MessageIds;
import io.twohop.pipeline.deployed.Returned.Outcome;
import io.twohop.pipeline.deployed.Returned.Part;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.Incoming;
import io.twohop.transport.Mark;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.workload.Correlation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.concurrent.NanoClock;

/**
 * Finds out which parts of a request a deployed service returns. Sends requests with a number in each part at once, until a reply has the
 * number in one. One thread.
 */
public final class ReturnTrial {
    /** A header that no library knows: only a service that copies all headers returns it. */
    private static final String OWN_HEADER = "twohop-id";

    /** {@code correlation_id} is a property of AMQP, and of JMS by another name. */
    private static final List<String> HEADERS = List.of(
            OWN_HEADER,
            "correlation_id",
            "kafka_correlationId",
            "X-Request-Id",
            Correlation.TRACEPARENT,
            Correlation.TRACESTATE);

    /** A consumer that is about to join its group has no request until then. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Duration BETWEEN_REQUESTS = Duration.ofMillis(500);

    /** Time for a reply by the other channel, if the service replies on both. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    /** Time for further replies to the same request. */
    private static final Duration FURTHER = Duration.ofMillis(500);

    private static final Duration LONGEST_POLL = Duration.ofMillis(10);
    private static final Pattern TRACE =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    private final Transport transport;
    private final Requests requests;
    private final MessageIds ids;
    private final NanoClock clock;
    private final List<Side> sides = new ArrayList<>();
    private final List<Long> sentNanos = new ArrayList<>();
    private long otherReplies;
    private String example = "";

    /** A part beside the payload. */
    private record Beside(String name, Correlation correlation, Correlator correlator, List<Mark> marks) {
        Beside(String name, Correlation correlation, Correlator correlator) {
            this(name, correlation, correlator, correlator.newMarks());
        }

        Part part(Outcome outcome) {
            return new Part(
                    name, outcome, "", outcome == Outcome.RETURNED ? Optional.of(correlation) : Optional.empty());
        }
    }

    /**
     * @param carried parts in which the transport can carry a number
     * @param replies empty if the service replies to inboxes only
     * @param inboxes the channel of replies to requests that name it
     * @param fields the form of the number by field of the event
     */
    public ReturnTrial(
            Transport transport,
            Set<Mark.Part> carried,
            Requests requests,
            Optional<Channel> replies,
            Channel inboxes,
            MessageIds ids,
            Map<String, IdForm> fields,
            NanoClock clock) {
        this.transport = transport;
        this.requests = requests;
        this.ids = ids;
        this.clock = clock;
        List<Beside> besides = new ArrayList<>();
        if (carried.contains(Mark.Part.KEY) && requests.key() == null) {
            besides.add(beside("key", Correlation.byKey(), inboxes));
        }
        if (carried.contains(Mark.Part.HEADER)) {
            HEADERS.forEach(name -> besides.add(beside("header " + name, Correlation.byHeader(name), inboxes)));
        }
        replies.ifPresent(channel -> sides.add(new Side(channel, besides, fields, besides)));
        if (carried.contains(Mark.Part.INBOX)) {
            Beside inbox = beside("inbox", Correlation.byInbox(), inboxes);
            // Such a request has the other parts too: a service may ignore the inbox.
            List<Beside> all = new ArrayList<>(besides);
            all.add(inbox);
            sides.add(new Side(inboxes, all, Map.of(), List.of(inbox)));
        }
    }

    private Beside beside(String name, Correlation correlation, Channel inboxes) {
        return new Beside(name, correlation, Correlators.beside(correlation, ids, inboxes));
    }

    private static List<Part> parts(Set<String> fields, List<Beside> besides) {
        List<Part> none = new ArrayList<>();
        fields.forEach(field -> none.add(ReplyFields.absent(field)));
        besides.forEach(beside -> none.add(beside.part(Outcome.ABSENT)));
        return none;
    }

    /** Sends requests until the service has returned a part of one; gives up after ten seconds. */
    public Returned run() throws Exception {
        try {
            for (Side side : sides) {
                side.subscribe();
            }
            transport.settle();
            for (Side side : sides) {
                side.openPublisher();
            }
            ConsumerWatch watch = transport.watchConsumers(requests.channel());
            exchange();
            awaitFurther();
            return findings(watch);
        } finally {
            sides.forEach(Side::close);
        }
    }

    private void exchange() throws InterruptedException {
        long startNanos = clock.nanoTime();
        while (!isOver(startNanos)) {
            for (Side side : sides) {
                side.send();
            }
            long roundNanos = clock.nanoTime();
            while (!isOver(startNanos) && clock.nanoTime() - roundNanos < BETWEEN_REQUESTS.toNanos()) {
                poll();
            }
        }
    }

    private void awaitFurther() throws InterruptedException {
        long startNanos = clock.nanoTime();
        while (sides.stream().anyMatch(Side::isAnswered) && clock.nanoTime() - startNanos < FURTHER.toNanos()) {
            poll();
        }
    }

    private void poll() throws InterruptedException {
        int taken = 0;
        for (Side side : sides) {
            taken += side.poll();
        }
        if (taken == 0) {
            Thread.sleep(1);
        }
    }

    /** A service that has replied on one of two channels has a moment for the other. */
    private boolean isOver(long startNanos) {
        long now = clock.nanoTime();
        return now - startNanos > LIMIT.toNanos()
                || sides.stream().allMatch(Side::isAnswered)
                || sides.stream().anyMatch(side -> side.isAnswered() && now - side.answeredNanos > LINGER.toNanos());
    }

    private Returned findings(ConsumerWatch watch) throws InterruptedException {
        List<Part> all = new ArrayList<>();
        Optional<Duration> first = Optional.empty();
        String failure = "";
        for (Side side : sides) {
            all.addAll(side.parts);
            if (first.isEmpty() && side.isAnswered()) {
                first = Optional.of(Duration.ofNanos(side.answeredNanos - side.requestNanos));
                failure = side.failure;
            }
        }
        all.sort(Comparator.comparingInt(ReturnTrial::order));
        int most = sides.stream().mapToInt(side -> side.replies).max().orElse(0);
        return new Returned(
                all,
                sentNanos.size(),
                first,
                failure,
                most,
                otherReplies,
                example,
                first.isPresent() ? "" : watch.seen());
    }

    /** Any service can return a field or reply to an inbox; the others need a library's help. */
    private static int order(Part part) {
        if (part.name().startsWith("field")) {
            return 0;
        }
        return part.name().equals("inbox") ? 1 : 2;
    }

    /** A channel of replies, and the requests that ask for a reply there. */
    private final class Side implements MessageHandler {
        private final Channel channel;
        private final List<Beside> sent;
        private final Map<String, IdForm> readFields;
        private final List<Beside> read;
        private List<Part> parts;
        private Subscription subscription;
        private final RequestKey key = requests.newKey();
        private Publisher publisher;
        private Incoming incoming = Incoming.PLAIN;
        private boolean answered;
        private long answeredNumber;
        private int replies;
        private String failure = "";
        private long requestNanos;
        private long answeredNanos;

        Side(Channel channel, List<Beside> sent, Map<String, IdForm> readFields, List<Beside> read) {
            this.channel = channel;
            this.sent = sent;
            this.readFields = readFields;
            this.read = read;
            parts = parts(readFields.keySet(), read);
        }

        void subscribe() throws Exception {
            subscription = transport.subscribe(channel, "replies");
        }

        void openPublisher() throws Exception {
            publisher = transport.publisher(requests.channel(), Acknowledgements.NONE);
            publisher.marks(
                    sent.stream().flatMap(beside -> beside.marks().stream()).toList());
        }

        void send() throws InterruptedException {
            long number = ids.ofCanary(sentNanos.size());
            ByteBuffer payload = requests.canaries().apply(number);
            sent.forEach(beside -> beside.correlator().write(number, beside.marks()));
            key.set(payload, publisher);
            sentNanos.add(clock.nanoTime());
            while (!publisher.publish(payload, number)) {
                Thread.sleep(1);
            }
        }

        int poll() {
            return subscription.poll(this, LONGEST_POLL.toNanos());
        }

        @Override
        public void beside(Incoming next) {
            incoming = next;
        }

        @Override
        public void onMessage(ByteBuffer reply) {
            long nowNanos = clock.nanoTime();
            ReplyFields content = new ReplyFields(reply);
            if (answered) {
                replies += returned(find(content, reply, answeredNumber)) > 0 ? 1 : 0;
                return;
            }
            List<Part> best = List.of();
            int bestRequest = -1;
            // The newest first: of several requests, a reply to it is the most likely.
            for (int request = sentNanos.size() - 1; request >= 0; request--) {
                List<Part> found = find(content, reply, ids.ofCanary(request));
                if (best.isEmpty() || returned(found) > returned(best)) {
                    best = found;
                    bestRequest = request;
                }
            }
            if (returned(best) > 0) {
                answered = true;
                answeredNumber = ids.ofCanary(bestRequest);
                replies = 1;
                requestNanos = sentNanos.get(bestRequest);
                answeredNanos = nowNanos;
                failure = Objects.toString(incoming.failure(), "");
                parts = best;
            } else if (otherReplies++ == 0) {
                example = ReplyCounts.shown(reply);
                parts = best;
            }
        }

        private List<Part> find(ReplyFields content, ByteBuffer reply, long number) {
            List<Part> found = new ArrayList<>();
            readFields.forEach((field, form) -> found.add(content.find(field, form, number)));
            read.forEach(beside -> found.add(beside.part(outcome(beside, reply, number))));
            return found;
        }

        private Outcome outcome(Beside beside, ByteBuffer reply, long number) {
            if (beside.correlator().read(reply, incoming) == number) {
                return Outcome.RETURNED;
            }
            byte[] trace = Correlation.TRACEPARENT.equals(beside.correlation().header())
                    ? incoming.header(Correlation.TRACEPARENT)
                    : null;
            return trace != null
                            && TRACE.matcher(new String(trace, StandardCharsets.US_ASCII))
                                    .matches()
                    ? Outcome.NEW_TRACE
                    : Outcome.ABSENT;
        }

        private static long returned(List<Part> found) {
            return found.stream()
                    .filter(part -> part.outcome() == Outcome.RETURNED || part.outcome() == Outcome.ELSEWHERE)
                    .count();
        }

        boolean isAnswered() {
            return answered;
        }

        void close() {
            if (publisher != null) {
                publisher.close();
            }
            if (subscription != null) {
                subscription.close();
            }
        }
    }
}
