package io.twohop.schedule;

import io.twohop.workload.Arrivals;
import java.util.SplittableRandom;

/** Makes the schedule of one of several producers that share a rate. */
public final class Schedules {
    private static final double NANOS_PER_SECOND = 1e9;

    private Schedules() {}

    /**
     * @param ratePerSecond the rate of all producers together
     * @param producer the producer's number, from 0
     * @param producers how many share the rate
     */
    public static Schedule of(Arrivals arrivals, double ratePerSecond, int producer, int producers) {
        return of(arrivals, ratePerSecond, producer, producers, 0, 1);
    }

    /**
     * A part of a producer's schedule, which several senders go through in turn: all parts together are that schedule.
     *
     * @param ratePerSecond the rate of all producers together
     * @param producer the producer's number, from 0
     * @param producers how many share the rate
     * @param part the sender's number, from 0: it has message {@code part} of the producer, and each {@code parts}th after it
     * @param parts how many senders there are
     */
    public static Schedule of(
            Arrivals arrivals, double ratePerSecond, int producer, int producers, int part, int parts) {
        double intervalNanos = NANOS_PER_SECOND / ratePerSecond;
        int first = producer + part * producers;
        int step = producers * parts;
        return switch (arrivals.kind()) {
            case CONSTANT -> constant(intervalNanos, first, step);
            case BURST -> burst(intervalNanos, arrivals.burst(), first, step);
            case POISSON -> each(poisson(intervalNanos * producers, arrivals.seed() + producer), part, parts);
            case REPLAY -> throw new IllegalArgumentException("what a file has is no function of a rate");
        };
    }

    /** Message i of all producers is due at i intervals; the producers take turns, and so do the senders of each. */
    private static Schedule constant(double intervalNanos, int first, int step) {
        return new Schedule() {
            private long index = first;

            @Override
            public long nextOffsetNanos() {
                long offsetNanos = (long) (index * intervalNanos);
                index += step;
                return offsetNanos;
            }
        };
    }

    /** As many messages at once as the burst holds, then silence until the rate has caught up. */
    private static Schedule burst(double intervalNanos, int burst, int first, int step) {
        return new Schedule() {
            private long index = first;

            @Override
            public long nextOffsetNanos() {
                long offsetNanos = (long) (index / burst * burst * intervalNanos);
                index += step;
                return offsetNanos;
            }
        };
    }

    /** Arrivals that depend on all before them are gone through, whosever they are. */
    private static Schedule each(Schedule all, int part, int parts) {
        if (parts == 1) {
            return all;
        }
        return new Schedule() {
            private int passedOver = part;

            @Override
            public long nextOffsetNanos() {
                for (int i = 0; i < passedOver; i++) {
                    all.nextOffsetNanos();
                }
                passedOver = parts - 1;
                return all.nextOffsetNanos();
            }
        };
    }

    /**
     * Independent arrivals: exponential gaps by inversion, -ln(1 - U) times the mean. Producers with processes of their
     * own add up to one Poisson process of the whole rate.
     */
    private static Schedule poisson(double meanNanos, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Schedule() {
            private double offsetNanos;

            @Override
            public long nextOffsetNanos() {
                offsetNanos -= Math.log(1 - random.nextDouble()) * meanNanos;
                return (long) offsetNanos;
            }
        };
    }
}
