package io.twohop.schedule;

import io.twohop.config.Nanos;
import io.twohop.workload.Arrivals;
import java.util.SplittableRandom;

/** Makes the schedule of one of several producers that share a rate. */
public final class Schedules {
    private Schedules() {}

    /**
     * Returns the whole schedule of a producer.
     *
     * @param producer the producer's number, from 0
     */
    public static Schedule of(Arrivals arrivals, double ratePerSecond, int producer, int producers) {
        return of(arrivals, ratePerSecond, producer, producers, 0, 1);
    }

    /**
     * Returns a part of a producer's schedule that several senders share: all parts together are that schedule.
     *
     * @param producer the producer's number, from 0
     * @param part the sender's number, from 0: it sends message {@code part} of the producer, and each {@code parts}th after it
     */
    public static Schedule of(
            Arrivals arrivals, double ratePerSecond, int producer, int producers, int part, int parts) {
        return switch (arrivals.kind()) {
            case CONSTANT, BURST -> each(due(arrivals, ratePerSecond, producer, producers, part, parts));
            case POISSON ->
                each(poisson(Nanos.PER_SECOND / ratePerSecond * producers, arrivals.seed() + producer), part, parts);
            case REPLAY -> throw new IllegalArgumentException("what a file has is no function of a rate");
        };
    }

    /** Returns the due times of such a schedule by message. The parameters are the same. */
    public static DueTimes due(
            Arrivals arrivals, double ratePerSecond, int producer, int producers, int part, int parts) {
        double intervalNanos = Nanos.PER_SECOND / ratePerSecond;
        long first = producer + (long) part * producers;
        long step = (long) producers * parts;
        int burst = arrivals.burst();
        return switch (arrivals.kind()) {
            // Message i of all producers is due at i intervals; the producers take turns, and so do the senders of
            // each.
            case CONSTANT -> sequence -> (long) ((first + sequence * step) * intervalNanos);
            // As many messages at once as the burst holds, then silence until the rate has caught up.
            case BURST -> sequence -> (long) ((first + sequence * step) / burst * burst * intervalNanos);
            case POISSON, REPLAY -> DueTimes.NOT_KNOWN;
        };
    }

    private static Schedule each(DueTimes due) {
        return new Schedule() {
            private long sequence;

            @Override
            public long nextOffsetNanos() {
                return due.offsetNanos(sequence++);
            }
        };
    }

    /** Returns a part of arrivals that depend on all before them, so it goes through those of all senders. */
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
     * Returns independent arrivals: exponential gaps by inversion, -ln(1 - U) times the mean. Producers with processes of their
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
