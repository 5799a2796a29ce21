package io.twohop.pipeline;

import java.nio.ByteBuffer;

/**
 * The 32 bytes before every payload, in native byte order: a mark of the run (4), the producer (4), the sequence within
 * the producer (8), the intended send time (8) and the service's entry time (8), both in {@link System#nanoTime()}.
 */
final class TraceHeader {
    static final int BYTES = 32;

    private static final int PRODUCER = 4;
    private static final int SEQUENCE = 8;
    private static final int INTENDED = 16;
    private static final int SERVICE_ENTRY = 24;

    private TraceHeader() {}

    /** Empties the buffer and writes the header; the payload comes next. */
    static void start(
            ByteBuffer out, int mark, int producer, long sequence, long intendedNanos, long serviceEntryNanos) {
        out.clear();
        out.putInt(mark);
        out.putInt(producer);
        out.putLong(sequence);
        out.putLong(intendedNanos);
        out.putLong(serviceEntryNanos);
    }

    /** Whether a message is one of the run with that mark. */
    static boolean isOf(ByteBuffer in, int mark) {
        return in.remaining() >= BYTES && in.getInt(in.position()) == mark;
    }

    static int producer(ByteBuffer in) {
        return in.getInt(in.position() + PRODUCER);
    }

    static long sequence(ByteBuffer in) {
        return in.getLong(in.position() + SEQUENCE);
    }

    static long intendedNanos(ByteBuffer in) {
        return in.getLong(in.position() + INTENDED);
    }

    static long serviceEntryNanos(ByteBuffer in) {
        return in.getLong(in.position() + SERVICE_ENTRY);
    }

    /** Moves the position to the payload. */
    static void skip(ByteBuffer in) {
        in.position(in.position() + BYTES);
    }
}
