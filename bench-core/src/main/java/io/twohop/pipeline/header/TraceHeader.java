package io.twohop.pipeline.header;

import java.nio.ByteBuffer;

/**
 * The 48 bytes before every payload, in native byte order: a mark of the run (4), the producer (2), who sent it on
 * the hop it is on (2), the sequence within the producer (8), the intended send time (8) and the service's entry time (8), both in
 * {@link System#nanoTime()}; its key (4), and of the hop again the lane (4) and which of the sender's messages there it is (8).
 */
public final class TraceHeader {
    public static final int BYTES = 48;

    /** The producer of a message that is not of this run. */
    public static final int NOBODY = -1;

    private static final int PRODUCER = 4;
    private static final int SEQUENCE = 8;
    private static final int INTENDED = 16;
    private static final int SERVICE_ENTRY = 24;
    private static final int SENDER = 6;
    private static final int KEY = 32;
    private static final int LANE = 36;
    private static final int NUMBER = 40;

    private TraceHeader() {}

    /**
     * Empties the buffer and writes the header but for its sender and lane; the payload comes next.
     *
     * @param producer up to 65,535
     * @param key 0 where messages have none
     */
    public static void start(
            ByteBuffer out,
            int mark,
            int producer,
            long sequence,
            long intendedNanos,
            long serviceEntryNanos,
            int key) {
        out.clear();
        out.putInt(mark);
        out.putChar((char) producer);
        out.position(SEQUENCE);
        out.putLong(sequence);
        out.putLong(intendedNanos);
        out.putLong(serviceEntryNanos);
        out.putInt(key);
        out.position(BYTES);
    }

    /**
     * Writes where on its hop the message is; before each offer.
     *
     * @param sender up to 65,535
     */
    public static void onLane(ByteBuffer out, int sender, int lane, long number) {
        out.putChar(SENDER, (char) sender);
        out.putInt(LANE, lane);
        out.putLong(NUMBER, number);
    }

    /** Who sent a message of the run with that mark; {@link #NOBODY} of any other. */
    public static int producer(ByteBuffer in, int mark) {
        boolean ofThisRun = in.remaining() >= BYTES && in.getInt(in.position()) == mark;
        return ofThisRun ? producer(in) : NOBODY;
    }

    /** Who sent a message that is known to be of the run. */
    public static int producer(ByteBuffer in) {
        return in.getChar(in.position() + PRODUCER);
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
        return in.getChar(in.position() + SENDER);
    }

    /** The number of its key, from 0. */
    public static int key(ByteBuffer in) {
        return in.getInt(in.position() + KEY);
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
