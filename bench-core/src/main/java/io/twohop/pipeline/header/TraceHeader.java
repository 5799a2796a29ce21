package io.twohop.pipeline.header;

import java.nio.ByteBuffer;

/**
 * The 48 bytes before every payload, in native byte order: a mark of the run (4), the producer (4), the sequence within
 * the producer (8), the intended send time (8) and the service's entry time (8), both in {@link System#nanoTime()}; and of
 * the hop it is on, who sent it (4), on which lane (4) and as which of that sender's messages there (8).
 */
public final class TraceHeader {
    public static final int BYTES = 48;

    /** The producer of a message that is not of this run. */
    public static final int NOBODY = -1;

    private static final int PRODUCER = 4;
    private static final int SEQUENCE = 8;
    private static final int INTENDED = 16;
    private static final int SERVICE_ENTRY = 24;
    private static final int SENDER = 32;
    private static final int LANE = 36;
    private static final int NUMBER = 40;

    private TraceHeader() {}

    /** Empties the buffer and writes the header but for its lane; the payload comes next. */
    public static void start(
            ByteBuffer out, int mark, int producer, long sequence, long intendedNanos, long serviceEntryNanos) {
        out.clear();
        out.putInt(mark);
        out.putInt(producer);
        out.putLong(sequence);
        out.putLong(intendedNanos);
        out.putLong(serviceEntryNanos);
        out.position(BYTES);
    }

    /** Writes where on its hop the message is; before each offer. */
    public static void onLane(ByteBuffer out, int sender, int lane, long number) {
        out.putInt(SENDER, sender);
        out.putInt(LANE, lane);
        out.putLong(NUMBER, number);
    }

    /** Who sent a message of the run with that mark; {@link #NOBODY} of any other. */
    public static int producer(ByteBuffer in, int mark) {
        boolean ofThisRun = in.remaining() >= BYTES && in.getInt(in.position()) == mark;
        return ofThisRun ? in.getInt(in.position() + PRODUCER) : NOBODY;
    }

    /** Who sent a message that is known to be of the run. */
    public static int producer(ByteBuffer in) {
        return in.getInt(in.position() + PRODUCER);
    }

    public static long sequence(ByteBuffer in) {
        return in.getLong(in.position() + SEQUENCE);
    }

    public static long intendedNanos(ByteBuffer in) {
        return in.getLong(in.position() + INTENDED);
    }

    public static long serviceEntryNanos(ByteBuffer in) {
        return in.getLong(in.position() + SERVICE_ENTRY);
    }

    public static int sender(ByteBuffer in) {
        return in.getInt(in.position() + SENDER);
    }

    public static int lane(ByteBuffer in) {
        return in.getInt(in.position() + LANE);
    }

    /** From 0, within the sender's lane. */
    public static long number(ByteBuffer in) {
        return in.getLong(in.position() + NUMBER);
    }

    /** Moves the position to the payload. */
    public static void skip(ByteBuffer in) {
        in.position(in.position() + BYTES);
    }
}
