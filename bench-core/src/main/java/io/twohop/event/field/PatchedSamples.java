package io.twohop.event.field;

import io.twohop.event.EventSource;
import io.twohop.event.EventType;
import io.twohop.event.Samples;
import io.twohop.workload.EventOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The bytes of a user's own messages, of which some fields vary per message. Immutable; each source has a copy of the bytes. */
public final class PatchedSamples implements EventType<ByteBuffer> {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Samples samples;
    private final EventFields fields;
    private final MessageIds ids;
    private final long wallOffsetNanos;

    PatchedSamples(Samples samples, EventFields fields, MessageIds ids, long wallOffsetNanos) {
        this.samples = samples;
        this.fields = fields;
        this.ids = ids;
        this.wallOffsetNanos = wallOffsetNanos;
    }

    /**
     * Finds the fields in all samples.
     *
     * @param columns the values of each field that has those of a file
     * @param numbers how many message numbers the run may use, canaries included
     * @throws io.twohop.config.ConfigException if a sample lacks a field, has one of another kind or width, or the run needs more digits
     */
    public static PatchedSamples of(
            Samples samples, EventOptions options, Map<String, ColumnValues> columns, MessageIds ids, long numbers) {
        EventFields fields = EventFields.of(samples, options, columns, ids);
        fields.checkRoom(numbers);
        Instant now = Instant.now();
        long offset = now.getEpochSecond() * NANOS_PER_SECOND + now.getNano() - System.nanoTime();
        return new PatchedSamples(samples, fields, ids, offset);
    }

    /** Checks all but the room for a run's numbers, for a reader of a workload. */
    public static void check(Samples samples, EventOptions options, Map<String, ColumnValues> columns) {
        EventFields.of(samples, options, columns, new MessageIds("", 1));
    }

    /** Returns the messages as the files have them. */
    public Samples samples() {
        return samples;
    }

    /**
     * Returns the form of a field that holds the message's number.
     *
     * @param field its place, as the workload has it, such as {@code /orderId}
     * @return empty for a field with other values, and for none
     */
    public Optional<IdForm> form(String field) {
        return fields.form(field);
    }

    @Override
    public String name() {
        return samples.name();
    }

    @Override
    public String description() {
        return samples.description();
    }

    @Override
    public Class<ByteBuffer> eventClass() {
        return ByteBuffer.class;
    }

    @Override
    public int maxBytes() {
        return samples.maxBytes();
    }

    @Override
    public int typicalBytes() {
        return samples.typicalBytes();
    }

    /** @param seed number of the producer among those of the whole run */
    @Override
    public Source source(long seed) {
        return new Source((int) seed);
    }

    private ByteBuffer copy() {
        ByteBuffer bytes = samples.bytes();
        return ByteBuffer.allocateDirect(bytes.capacity()).put(bytes).clear().order(ByteOrder.nativeOrder());
    }

    /** The messages of one producer. For one thread; the bytes of a message are overwritten by the next. */
    public final class Source implements EventSource<ByteBuffer> {
        private final ByteBuffer own = copy();
        private final int count = samples.count();
        private final int producer;

        private Source(int producer) {
            this.producer = producer;
        }

        @Override
        public ByteBuffer next(long sequence, long intendedNanos) {
            return patched((int) ((producer + sequence) % count), ids.of(producer, sequence), intendedNanos);
        }

        /**
         * Returns the bytes of a message by its number, which may be a canary's.
         *
         * @param intendedNanos when it should be sent, by {@link System#nanoTime}
         */
        public ByteBuffer message(long n, long intendedNanos) {
            return patched((int) (n % count), n, intendedNanos);
        }

        private ByteBuffer patched(int sample, long n, long intendedNanos) {
            fields.write(sample, n, intendedNanos + wallOffsetNanos, own.clear());
            int start = samples.start(sample);
            return own.limit(start + samples.size(sample)).position(start);
        }
    }
}
