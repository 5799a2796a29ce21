package io.twohop.pipeline;

import io.twohop.account.Integrity;
import io.twohop.config.Texts;
import io.twohop.measure.PaddedCounter;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.Trace;
import java.nio.ByteBuffer;

/**
 * Checks the messages that reach one consumer: header, times, payload, and order on the lane. Counts what it finds
 * wrong and describes the first of each kind. The consumer's thread calls it; any may read the counts.
 */
final class Inspector {
    private final int hop;
    private final int firstProducer;
    private final int producers;
    private final int keys;
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
     * @param firstProducer the first producer whose messages reach the consumer
     * @param keys how many keys messages have; 0 for messages without keys
     * @param lanes how far the consumer has seen the hop's lanes
     */
    Inspector(
            int hop,
            int firstProducer,
            int producers,
            int keys,
            ArrivalTimes times,
            PayloadSeal seal,
            LaneArrivals lanes) {
        this.hop = hop;
        this.firstProducer = firstProducer;
        this.producers = producers;
        this.keys = keys;
        this.times = times;
        this.seal = seal;
        this.lanes = lanes;
    }

    LaneArrivals lanes() {
        return lanes;
    }

    Trace trace() {
        return trace;
    }

    /** Returns the place of the message's producer among those whose messages reach the consumer. */
    int producer() {
        return trace.producer() - firstProducer;
    }

    /** Returns whether the header that was read is as its sender wrote it; otherwise counts the message as corrupt. */
    boolean accepts() {
        if (isKnown() && trace.isIntact() && lanes.knows(trace.sender(), trace.lane())) {
            return true;
        }
        corrupt(change());
        return false;
    }

    private boolean isKnown() {
        int producer = producer();
        int key = trace.key();
        return producer >= 0 && producer < producers && (keys == 0 || key >= 0 && key < keys);
    }

    private String change() {
        if (trace.isIntact()) {
            return "it names a producer, key or lane that this run does not have";
        }
        long intendedNanos = trace.intendedNanos();
        long dueNanos = isKnown() ? times.dueNanos(producer(), trace.sequence(), intendedNanos) : intendedNanos;
        return trace.wasIntended(dueNanos)
                ? Texts.format("its intended time was changed by %,d ns", intendedNanos - dueNanos)
                : "its header does not have the check that its sender wrote";
    }

    /**
     * Returns whether the message's times {@linkplain ArrivalTimes#areSound can be}; otherwise counts it as corrupt.
     *
     * @param stageNanos when its sender had it, by this process's clock
     */
    boolean areTimely(long stageNanos, long nowNanos) {
        long intendedNanos = trace.intendedNanos();
        if (times.areSound(producer(), trace.sequence(), intendedNanos, stageNanos, nowNanos)) {
            return true;
        }
        corrupt(times.fault(producer(), trace.sequence(), intendedNanos, stageNanos, nowNanos));
        return false;
    }

    private void corrupt(String what) {
        corrupt.increment();
        if (firstCorruption == null) {
            firstCorruption = example(what);
        }
    }

    private String example(String what) {
        return Texts.format("hop %d, producer %d, sequence %,d: %s", hop, trace.producer(), trace.sequence(), what);
    }

    /**
     * Compares a payload with its sender's stamp.
     *
     * @param start index of the payload, behind its header
     * @return whether the compared parts match
     */
    boolean verify(ByteBuffer message, int start, int bytes) {
        if (seal.covers(trace.sequence())) {
            verified.increment();
        }
        if (seal.matches(message, start, bytes, trace)) {
            return true;
        }
        damaged.increment();
        if (firstDamage == null) {
            firstDamage = example(seal.difference(message, start, bytes, trace));
        }
        return false;
    }

    /**
     * Counts a payload that its codec cannot read as damaged. The parameters are those of {@link #verify}.
     *
     * @throws IllegalStateException if the compared parts match, which leaves the codec to blame
     */
    void passOver(ByteBuffer message, int start, int bytes, RuntimeException why) {
        if (verify(message, start, bytes)) {
            throw new IllegalStateException(
                    example("its payload of " + bytes + " bytes cannot be decoded: " + why), why);
        }
    }

    /** Notes the message's place on its lane; true if a later message of its sender arrived before it. */
    boolean arrive() {
        return lanes.arrive(trace.sender(), trace.lane(), trace.number());
    }

    /** Counts a message that came behind a later one of its sender and lane. */
    void outOfOrder() {
        outOfOrder.increment();
    }

    /**
     * Returns what was found so far.
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
