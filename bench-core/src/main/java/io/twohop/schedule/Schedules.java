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
        double intervalNanos = NANOS_PER_SECOND / ratePerSecond;
        return switch (arrivals.kind()) {
            case CONSTANT -> constant(intervalNanos, producer, producers);
            case BURST -> burst(intervalNanos, arrivals.burst(), producer, producers);
            case POISSON -> poisson(intervalNanos * producers, arrivals.seed() + producer);
        };
    }

    /** Message i of all producers is due at i intervals; the producers take turns. */
    private static Schedule constant(double intervalNanos, int producer, int producers) {
        return new Schedule() {
            private long index = producer;

            @Override
            public long nextOffsetNanos() {
                long offsetNanos = (long) (index * intervalNanos);
                index += producers;
                return offsetNanos;
            }
        };
    }

    /** As many messages at once as the burst holds, then silence until the rate has caught up. */
    private static Schedule burst(double intervalNanos, int burst, int producer, int producers) {
        return new Schedule() {
            private long index = producer;

            @Override
            public long nextOffsetNanos() {
                long offsetNanos = (long) (index / burst * burst * intervalNanos);
                index += producers;
                return offsetNanos;
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
