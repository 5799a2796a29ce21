package io.twohop.pipeline.header;

import java.nio.ByteBuffer;

/**
 * The 64 bytes before every payload, in native byte order: a mark of the run (4), the producer (2), who sent it on
 * the hop it is on (2), the sequence within the producer (8), the intended send time (8), and when the hop's sender had it (8), both in
 * {@link System#nanoTime()}; its key (4), and of the hop again the lane (4) and which of the sender's messages there it is (8); then the
 * payload's digest (8) and length (4), as {@link PayloadSeal} stamps them, and a check of all fields after the mark (4).
 */
public final class TraceHeader {
    public static final int BYTES = 64;

    private static final int PRODUCER = 4;
    private static final int SENDER = 6;
    private static final int SEQUENCE = 8;
    private static final int INTENDED = 16;
    private static final int STAGE = 24;
    private static final int KEY = 32;
    private static final int LANE = 36;
    private static final int NUMBER = 40;
    private static final int PAYLOAD_DIGEST = 48;
    private static final int PAYLOAD_BYTES = 56;
    private static final int CHECK = 60;

    /** Random and odd, so that a flipped bit of any field changes the upper half of the sum of products. */
    private static final long SEED = 0x9E3779B97F4A7C15L;

    private static final long BY_PRODUCER = 0xBF58476D1CE4E5B9L;
    private static final long BY_SENDER = 0x94D049BB133111EBL;
    private static final long BY_SEQUENCE = 0xD6E8FEB86659FD93L;
    private static final long BY_INTENDED = 0xA0761D6478BD642FL;
    private static final long BY_STAGE = 0xE7037ED1A0B428DBL;
    private static final long BY_KEY = 0x8EBC6AF09C88C6E3L;
    private static final long BY_LANE = 0x589965CC75374CC3L;
    private static final long BY_NUMBER = 0x1D8E4E27C47D124FL;
    private static final long BY_DIGEST = 0xEB44ACCAB455D165L;
    private static final long BY_BYTES = 0xC2B2AE3D27D4EB4FL;

    private TraceHeader() {}

    /**
     * Empties the buffer and writes the header but for its payload, sender and lane; the payload comes next.
     *
     * @param producer up to 65,535
     * @param stageNanos when the generator began to send it, or the service had it
     * @param key 0 where messages have none
     */
    public static void start(
            ByteBuffer out, int mark, int producer, long sequence, long intendedNanos, long stageNanos, int key) {
        out.clear();
        out.putInt(mark);
        out.putChar((char) producer);
        out.position(SEQUENCE);
        out.putLong(sequence);
        out.putLong(intendedNanos);
        out.putLong(stageNanos);
        out.putInt(key);
        out.position(BYTES);
    }

    /** Writes what the payload is; after {@link #start} and before {@link #onLane}. */
    static void payload(ByteBuffer out, int bytes, long digest) {
        out.putLong(PAYLOAD_DIGEST, digest);
        out.putInt(PAYLOAD_BYTES, bytes);
    }

    /**
     * Writes where on its hop the message is, and the check of the whole header; before each offer.
     *
     * @param sender up to 65,535
     */
    public static void onLane(ByteBuffer out, int sender, int lane, long number) {
        out.putChar(SENDER, (char) sender);
        out.putInt(LANE, lane);
        out.putLong(NUMBER, number);
        out.putInt(CHECK, check(out, 0, out.getLong(INTENDED)));
    }

    /** A multilinear hash; the products do not wait for one another. Each field is read as wide as it was written. */
    private static int check(ByteBuffer in, int at, long intendedNanos) {
        long sum = SEED
                + BY_PRODUCER * in.getChar(at + PRODUCER)
                + BY_SENDER * in.getChar(at + SENDER)
                + BY_SEQUENCE * in.getLong(at + SEQUENCE)
                + BY_INTENDED * intendedNanos
                + BY_STAGE * in.getLong(at + STAGE)
                + BY_KEY * in.getInt(at + KEY)
                + BY_LANE * in.getInt(at + LANE)
                + BY_NUMBER * in.getLong(at + NUMBER)
                + BY_DIGEST * in.getLong(at + PAYLOAD_DIGEST)
                + BY_BYTES * in.getInt(at + PAYLOAD_BYTES);
        return (int) (sum >>> Integer.SIZE);
    }

    /** Whether the message is one of the run with that mark. */
    public static boolean isOf(ByteBuffer in, int mark) {
        return in.remaining() >= BYTES && in.getInt(in.position()) == mark;
    }

    /** Whether the header of a message of the run is as its sender wrote it. */
    public static boolean isIntact(ByteBuffer in) {
        return wasIntended(in, intendedNanos(in));
    }

    /** Whether it is, or would be with another intended time. */
    public static boolean wasIntended(ByteBuffer in, long intendedNanos) {
        int at = in.position();
        return in.getInt(at + CHECK) == check(in, at, intendedNanos);
    }

    public static int producer(ByteBuffer in) {
        return in.getChar(in.position() + PRODUCER);
    }

    public static long sequence(ByteBuffer in) {
        return in.getLong(in.position() + SEQUENCE);
    }

    public static long intendedNanos(ByteBuffer in) {
        return in.getLong(in.position() + INTENDED);
    }

    /** When the generator began to send it, or on the second hop, when the service had it. */
    public static long stageNanos(ByteBuffer in) {
        return in.getLong(in.position() + STAGE);
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

    /** What {@link PayloadSeal} stamped on the payload that begins at an index. */
    static long payloadDigest(ByteBuffer in, int payload) {
        return in.getLong(payload - BYTES + PAYLOAD_DIGEST);
    }

    /** Length of the payload that begins at an index, as its sender published it. */
    static int payloadBytes(ByteBuffer in, int payload) {
        return in.getInt(payload - BYTES + PAYLOAD_BYTES);
    }

    /** Moves the position to the payload. */
    public static void skip(ByteBuffer in) {
        in.position(in.position() + BYTES);
    }
}
