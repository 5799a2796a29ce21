package io.twohop.pipeline.deployed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.event.field.IdForm;
import io.twohop.pipeline.deployed.Returned.Outcome;
import io.twohop.pipeline.deployed.Returned.Part;
import io.twohop.transport.Incoming;
import io.twohop.workload.Correlation;
import io.twohop.workload.FieldPlace;
import io.twohop.workload.ReplyField;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Looks for the number of a request in a whole reply, and reads it there as a run would. */
final class ReplyFields {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The most digits that a run reads at an offset. */
    private static final int MOST_DIGITS = 19;

    private final ByteBuffer reply;
    private final String text;
    private final List<Scalar> scalars = new ArrayList<>();

    /** A string or number of the reply. */
    private record Scalar(String pointer, String text) {}

    ReplyFields(ByteBuffer reply) {
        this.reply = reply;
        byte[] bytes = new byte[reply.remaining()];
        reply.get(reply.position(), bytes);
        // One character per byte, so that indexes are offsets.
        text = new String(bytes, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        try {
            collect("", JSON.readTree(bytes));
        } catch (IOException e) {
            // Other messages have offsets, and no pointers.
        }
    }

    private void collect(String pointer, JsonNode node) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String name = field.getKey().replace("~", "~0").replace("/", "~1");
                collect(pointer + "/" + name, field.getValue());
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                collect(pointer + "/" + i, node.get(i));
            }
        } else if (pointer.length() > 1) {
            scalars.add(new Scalar(pointer, node.asText().toLowerCase(Locale.ROOT)));
        }
    }

    /**
     * Returns how a request's number came back.
     *
     * @param field one of {@code event.fields} that holds the number
     */
    Part find(String field, IdForm form, long number) {
        String name = name(field);
        for (ReplyField candidate : candidates(field)) {
            if (Correlators.ofField(candidate, form).read(reply, Incoming.PLAIN) == number) {
                String place = candidate.isBinary() ? candidate.inRequest() : candidate.inReply();
                return new Part(
                        name, Outcome.RETURNED, place, Optional.of(new Correlation(candidate, null, null, null)));
            }
        }
        return elsewhere(digits(form, number))
                .map(place -> new Part(name, Outcome.ELSEWHERE, place, Optional.empty()))
                .orElse(absent(field));
    }

    static Part absent(String field) {
        return new Part(name(field), Outcome.ABSENT, "", Optional.empty());
    }

    private static String name(String field) {
        return "field " + field;
    }

    /** Returns the places that a run could look at, the request's own first. */
    private List<ReplyField> candidates(String field) {
        if (FieldPlace.parse(field) instanceof FieldPlace.Bytes bytes) {
            return bytes.length() <= MOST_DIGITS
                    ? List.of(new ReplyField(null, null, bytes.offset(), bytes.length()))
                    : List.of();
        }
        List<ReplyField> all = new ArrayList<>(List.of(ReplyField.of(field)));
        scalars.stream()
                .filter(scalar -> !scalar.pointer().equals(field))
                .forEach(scalar -> all.add(new ReplyField(field, scalar.pointer(), null, null)));
        return all;
    }

    private static String digits(IdForm form, long number) {
        ByteBuffer digits = ByteBuffer.allocate(form.bytes());
        form.write(number, digits, 0);
        return new String(digits.array(), StandardCharsets.ISO_8859_1);
    }

    private Optional<String> elsewhere(String digits) {
        Optional<String> within = scalars.stream()
                .filter(scalar -> scalar.text().contains(digits))
                .map(scalar -> "within the text of " + scalar.pointer())
                .findFirst();
        int at = text.indexOf(digits);
        return within.isPresent() || at < 0 ? within : Optional.of("from byte " + at + " on");
    }
}
