package io.twohop.pipeline.header;

import java.nio.ByteBuffer;

/**
 * The 64 bytes before every payload, in native byte order: a mark of the run (4), the producer (2), who sent it on
 * the hop it is on (2), the sequence within the producer (8), the intended send time (8), and when the hop's sender had it (8), both in
 * {@link System#nanoTime()}; its key (4), and of the hop again the lane (4) and which of the sender's messages there it is (8); then the
 * payload's digest (8) and length (4), as {@link PayloadSeal} stamps them, and a check of all fields after the mark (4). Its parts are
 * written one after the other, each adding to the sum that the check is taken from; {@link Trace} reads them.
 */
public final class TraceHeader {
    public static final int BYTES = 64;

    static final int PRODUCER = 4;
    static final int SENDER = 6;
    static final int SEQUENCE = 8;
    static final int INTENDED = 16;
    static final int STAGE = 24;
    static final int KEY = 32;
    static final int LANE = 36;
    static final int NUMBER = 40;
    static final int PAYLOAD_DIGEST = 48;
    static final int PAYLOAD_BYTES = 56;
    static final int CHECK = 60;

    /** Random odd factors: a flipped bit of any field changes the upper half of the sum of products. */
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
     * @return the sum so far
     */
    public static long start(
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
        return sum(producer, sequence, intendedNanos, stageNanos, key);
    }

    /** Returns whether the message at the buffer's position is one of the run with that mark. */
    public static boolean isOf(ByteBuffer in, int mark) {
        return in.remaining() >= BYTES && in.getInt(in.position()) == mark;
    }

    /** Returns the sum of products, none of which waits for another. */
    static long sum(int producer, long sequence, long intendedNanos, long stageNanos, int key) {
        return SEED
                + BY_PRODUCER * producer
                + BY_SEQUENCE * sequence
                + BY_INTENDED * intendedNanos
                + BY_STAGE * stageNanos
                + BY_KEY * key;
    }

    /** Writes the payload's length and digest; returns the sum with both. */
    public static long payload(ByteBuffer out, int bytes, long digest, long sum) {
        out.putLong(PAYLOAD_DIGEST, digest);
        out.putInt(PAYLOAD_BYTES, bytes);
        return sum + payloadSum(bytes, digest);
    }

    static long payloadSum(int bytes, long digest) {
        return BY_DIGEST * digest + BY_BYTES * bytes;
    }

    /**
     * Writes the message's place on its hop and the check of the whole header; before each offer.
     *
     * @param sender up to 65,535
     * @param sum of the other fields
     */
    public static void onLane(ByteBuffer out, int sender, int lane, long number, long sum) {
        out.putChar(SENDER, (char) sender);
        out.putInt(LANE, lane);
        out.putLong(NUMBER, number);
        out.putInt(CHECK, check(sum + laneSum(sender, lane, number)));
    }

    static long laneSum(int sender, int lane, long number) {
        return BY_SENDER * sender + BY_LANE * lane + BY_NUMBER * number;
    }

    static int check(long sum) {
        return (int) (sum >>> Integer.SIZE);
    }
}
