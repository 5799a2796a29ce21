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

    /** Returns whether the header is as its sender wrote it. */
    public boolean isIntact() {
        return wasIntended(intendedNanos);
    }

    /** Returns whether the header matches its check with this intended time. */
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

    /** Returns when the generator began to send the message, or, on the second hop, when the service had it. */
    public long stageNanos() {
        return stageNanos;
    }

    public int sender() {
        return sender;
    }

    /** Returns the number of its key, from 0. */
    public int key() {
        return key;
    }

    public int lane() {
        return lane;
    }

    /** Returns its number within the sender's lane, from 0. */
    public long number() {
        return number;
    }

    /** Returns the digest that {@link PayloadSeal} stamped. */
    public long payloadDigest() {
        return payloadDigest;
    }

    public int payloadBytes() {
        return payloadBytes;
    }
}
