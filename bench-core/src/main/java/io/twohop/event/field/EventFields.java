package io.twohop.event.field;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.event.Samples;
import io.twohop.workload.EventOptions;
import io.twohop.workload.FieldPlace;
import io.twohop.workload.FieldSource;
import io.twohop.workload.FieldValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of samples that vary per message: where they are in each sample, and what is written there. Immutable. */
final class EventFields {
    private static final String KEY = "event.fields.";

    private final List<String> names;
    private final FieldWriter[] writers;

    /** Indexes in the samples' bytes of the first byte to overwrite: those of the first sample, of the second, and so on. */
    private final int[] places;

    private EventFields(List<String> names, FieldWriter[] writers, int[] places) {
        this.names = names;
        this.writers = writers;
        this.places = places;
    }

    /**
     * Finds the fields.
     *
     * @param columns the values of each field that has those of a file
     * @throws ConfigException for a field that a sample does not have, and for one of another kind or width than its value's
     */
    static EventFields of(Samples samples, EventOptions options, Map<String, ColumnValues> columns, MessageIds ids) {
        List<String> names = List.copyOf(options.fields().keySet());
        FieldWriter[] writers = new FieldWriter[names.size()];
        int[] places = new int[names.size() * samples.count()];
        int[] widths = new int[names.size()];
        ByteBuffer bytes = samples.bytes();
        for (int field = 0; field < names.size(); field++) {
            String name = names.get(field);
            FieldSource source = options.fields().get(name);
            FieldKind kind = source.isColumn()
                    ? new ColumnKind(columns.get(name))
                    : FieldKind.of(FieldValue.parse(KEY + name, source.text()));
            FieldReader reader = reader(FieldPlace.parse(name));
            Slot first = null;
            for (int sample = 0; sample < samples.count(); sample++) {
                Template template = template(KEY + name, reader, samples, sample, bytes);
                Slot slot = kind.slot(template);
                if (first == null) {
                    first = slot;
                    writers[field] = kind.writer(slot, template, ids, Mix.bits(name));
                    widths[field] = slot.width();
                } else if (!slot.form().equals(first.form())) {
                    throw template.refused(
                            first.form() + ", as in " + samples.file(0).getFileName());
                }
                places[sample * names.size() + field] = reader.at() + slot.skip();
            }
        }
        EventFields fields = new EventFields(names, writers, places);
        fields.checkApart(samples, widths);
        return fields;
    }

    private static FieldReader reader(FieldPlace place) {
        return place instanceof FieldPlace.Bytes bytes
                ? FieldReader.ofBytes(bytes.offset(), bytes.length())
                : FieldReader.ofPointer(((FieldPlace.Pointer) place).text());
    }

    private static Template template(String name, FieldReader reader, Samples samples, int sample, ByteBuffer bytes) {
        int start = samples.start(sample);
        String file = samples.file(sample).getFileName().toString();
        if (!reader.find(bytes, start, start + samples.size(sample))) {
            throw ConfigException.invalid(
                    name,
                    null,
                    "in each sample a string or number of a JSON document, or bytes within it; not in " + file);
        }
        byte[] text = new byte[reader.length()];
        bytes.get(reader.at(), text);
        return new Template(name, new String(text, StandardCharsets.ISO_8859_1), reader.isString(), file);
    }

    /** Refuses fields that share bytes, such as the same value named by a pointer and by its place. */
    private void checkApart(Samples samples, int[] widths) {
        for (int sample = 0; sample < samples.count(); sample++) {
            int from = sample * names.size();
            Integer[] order = new Integer[names.size()];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (one, other) -> Integer.compare(places[from + one], places[from + other]));
            for (int i = 1; i < order.length; i++) {
                if (places[from + order[i]] < places[from + order[i - 1]] + widths[order[i - 1]]) {
                    throw ConfigException.invalid(
                            KEY + names.get(order[i]),
                            samples.file(sample).getFileName(),
                            "bytes that belong to no other field; " + names.get(order[i - 1]) + " has some of them");
                }
            }
        }
    }

    /** Refuses a run that needs more numbers than a field has room for. */
    void checkRoom(long numbers) {
        for (int field = 0; field < writers.length; field++) {
            if (writers[field] instanceof IdWriter writer && writer.form().room() < numbers) {
                throw ConfigException.invalid(
                        KEY + names.get(field),
                        "a field of " + writer.form().bytes() + " bytes",
                        Texts.format(
                                "at least %d digits in the samples for this run's %,d numbers; this field has room for %,d, since"
                                        + " half of the numbers keep runs apart",
                                digits(numbers), numbers, writer.form().room()));
            }
        }
    }

    private static int digits(long numbers) {
        int digits = 1;
        while (digits < DecimalForm.MOST_PADDED_DIGITS && Decimals.power(digits) / 20 * 9 < numbers) {
            digits++;
        }
        return digits;
    }

    /** Returns the form of a field that holds the message's number. */
    Optional<IdForm> form(String name) {
        int field = names.indexOf(name);
        return field >= 0 && writers[field] instanceof IdWriter writer ? Optional.of(writer.form()) : Optional.empty();
    }

    void write(int sample, long n, long wallNanos, ByteBuffer out) {
        int place = sample * writers.length;
        for (FieldWriter writer : writers) {
            writer.write(n, wallNanos, out, places[place++]);
        }
    }
}
