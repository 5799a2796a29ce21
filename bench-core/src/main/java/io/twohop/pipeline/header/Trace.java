package io.twohop.pipeline.header;

import java.nio.ByteBuffer;

/** The header of the message at hand, each field read once; for one consumer's thread. */
public final class Trace {
    private int producer;
    private int sender;
    private long sequence;
    private long intendedNanos;
    private long stageNanos;
    private int key;
    private int lane;
    private long number;
    private long payloadDigest;
    private int payloadBytes;
    private int check;

    /** Reads the header at an index of a message {@linkplain TraceHeader#isOf of the run}. */
    public void read(ByteBuffer in, int at) {
        producer = in.getChar(at + TraceHeader.PRODUCER);
        sender = in.getChar(at + TraceHeader.SENDER);
        sequence = in.getLong(at + TraceHeader.SEQUENCE);
        intendedNanos = in.getLong(at + TraceHeader.INTENDED);
        stageNanos = in.getLong(at + TraceHeader.STAGE);
        key = in.getInt(at + TraceHeader.KEY);
        lane = in.getInt(at + TraceHeader.LANE);
        number = in.getLong(at + TraceHeader.NUMBER);
        payloadDigest = in.getLong(at + TraceHeader.PAYLOAD_DIGEST);
        payloadBytes = in.getInt(at + TraceHeader.PAYLOAD_BYTES);
        check = in.getInt(at + TraceHeader.CHECK);
    }

    /** Whether the header is as its sender wrote it. */
    public boolean isIntact() {
        return wasIntended(intendedNanos);
    }

    /** Whether it is, or would be with another intended time. */
    public boolean wasIntended(long nanos) {
        long sum = TraceHeader.sum(producer, sequence, nanos, stageNanos, key)
                + TraceHeader.payloadSum(payloadBytes, payloadDigest)
                + TraceHeader.laneSum(sender, lane, number);
        return check == TraceHeader.check(sum);
    }

    public int producer() {
        return producer;
    }

    public long sequence() {
        return sequence;
    }

    public long intendedNanos() {
        return intendedNanos;
    }

    /** When the generator began to send it, or on the second hop, when the service had it. */
    public long stageNanos() {
        return stageNanos;
    }

    /** Who sent it on this hop. */
    public int sender() {
        return sender;
    }

    /** The number of its key, from 0. */
    public int key() {
        return key;
    }

    public int lane() {
        return lane;
    }

    /** From 0, within the sender's lane. */
    public long number() {
        return number;
    }

    /** What {@link PayloadSeal} stamped. */
    public long payloadDigest() {
        return payloadDigest;
    }

    /** Length of the payload, as its sender published it. */
    public int payloadBytes() {
        return payloadBytes;
    }
}
