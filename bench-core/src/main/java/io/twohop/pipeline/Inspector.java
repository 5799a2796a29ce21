package io.twohop.pipeline;

import io.twohop.account.Integrity;
import io.twohop.config.Texts;
import io.twohop.measure.PaddedCounter;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.Trace;
import java.nio.ByteBuffer;

/**
 * Checks what reaches one consumer against what was sent: header, times, payload, and order on its lane. The consumer's thread calls
 * it; any may read the counts. What it finds wrong is counted, and the first of each described.
 */
final class Inspector {
    private final int hop;
    private final int firstProducer;
    private final ArrivalTimes times;
    private final PayloadSeal seal;
    private final LaneArrivals lanes;
    private final Trace trace = new Trace();

    private final PaddedCounter verified = new PaddedCounter();
    private final PaddedCounter damaged = new PaddedCounter();
    private final PaddedCounter corrupt = new PaddedCounter();
    private final PaddedCounter outOfOrder = new PaddedCounter();
    private volatile String firstDamage;
    private volatile String firstCorruption;

    /**
     * @param firstProducer of those whose messages reach the consumer; the methods' producers count from it
     * @param lanes of the hop
     */
    Inspector(int hop, int firstProducer, ArrivalTimes times, PayloadSeal seal, LaneArrivals lanes) {
        this.hop = hop;
        this.firstProducer = firstProducer;
        this.times = times;
        this.seal = seal;
        this.lanes = lanes;
    }

    int hop() {
        return hop;
    }

    LaneArrivals lanes() {
        return lanes;
    }

    /** The header of the message at hand. */
    Trace trace() {
        return trace;
    }

    /**
     * Whether the header that was read is as its sender wrote it.
     *
     * @param producer as the header says
     * @param isKnown whether that is one of those whose messages reach the consumer, and the key one that there is
     */
    boolean accepts(int producer, boolean isKnown) {
        if (isKnown && trace.isIntact() && lanes.knows(trace.sender(), trace.lane())) {
            return true;
        }
        corrupt(producer, change(producer, isKnown));
        return false;
    }

    private String change(int producer, boolean isKnown) {
        if (trace.isIntact()) {
            return "it names a producer, key or lane that this run does not have";
        }
        long intendedNanos = trace.intendedNanos();
        long dueNanos = isKnown ? times.dueNanos(producer, trace.sequence(), intendedNanos) : intendedNanos;
        return trace.wasIntended(dueNanos)
                ? Texts.format("its intended time was changed by %,d ns", intendedNanos - dueNanos)
                : "its header does not have the check that its sender wrote";
    }

    /**
     * Whether the times of a message at the end of its way can be; see {@link ArrivalTimes#areSound}.
     *
     * @param stageNanos by this process's clock
     */
    boolean areTimely(int producer, long stageNanos, long nowNanos) {
        return times.areSound(producer, trace.sequence(), trace.intendedNanos(), stageNanos, nowNanos)
                || untimely(producer, stageNanos, nowNanos);
    }

    /** Whether those of a message on its way can be; see {@link ArrivalTimes#areOrdered}. */
    boolean areOrdered(int producer, long stageNanos, long nowNanos) {
        return times.areOrdered(trace.intendedNanos(), stageNanos, nowNanos)
                || untimely(producer, stageNanos, nowNanos);
    }

    private boolean untimely(int producer, long stageNanos, long nowNanos) {
        corrupt(producer, times.fault(producer, trace.sequence(), trace.intendedNanos(), stageNanos, nowNanos));
        return false;
    }

    private void corrupt(int producer, String what) {
        corrupt.increment();
        if (firstCorruption == null) {
            firstCorruption = example(producer, what);
        }
    }

    private String example(int producer, String what) {
        return Texts.format(
                "hop %d, producer %d, sequence %,d: %s", hop, firstProducer + producer, trace.sequence(), what);
    }

    /**
     * Compares a payload with what its sender stamped on it.
     *
     * @param start index of the payload, behind its header
     * @param bytes of the payload that arrived
     * @return whether it matches, as far as it is compared
     */
    boolean verify(ByteBuffer message, int start, int bytes, int producer) {
        if (seal.covers(trace.sequence())) {
            verified.increment();
        }
        if (seal.matches(message, start, bytes, trace)) {
            return true;
        }
        damaged.increment();
        if (firstDamage == null) {
            firstDamage = example(producer, seal.difference(message, start, bytes, trace));
        }
        return false;
    }

    /**
     * Counts a payload that its codec cannot read as damaged. The parameters are those of {@link #verify}.
     *
     * @throws IllegalStateException where it is the one that was sent, as far as it is compared
     */
    void passOver(ByteBuffer message, int start, int bytes, int producer, RuntimeException why) {
        if (verify(message, start, bytes, producer)) {
            throw new IllegalStateException(
                    example(producer, "its payload of " + bytes + " bytes cannot be decoded: " + why), why);
        }
    }

    /** Notes where on its lane the message came; whether that is behind a later one of its sender. */
    boolean arrive() {
        return lanes.arrive(trace.sender(), trace.lane(), trace.number());
    }

    /** Counts a message that came behind a later one of its sender and lane. */
    void outOfOrder() {
        outOfOrder.increment();
    }

    /**
     * What was found so far.
     *
     * @param keepsOrder whether order on a lane is promised
     */
    Integrity findings(boolean keepsOrder) {
        return new Integrity(
                verified.get(),
                damaged.get(),
                corrupt.get(),
                keepsOrder ? (Long) outOfOrder.get() : null,
                0,
                firstDamage,
                firstCorruption);
    }
}
