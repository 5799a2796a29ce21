package io.twohop.explain;

import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Finds the time for which the machine stopped all threads of a run. A stop that covers the end of the sampler's sleep wakes the
 * sampler late, so its late wake-ups are a sample of the time: they bound the sum of all stops. If threads never sleep, the time that
 * they stood still together shows when. That time may be longer than the stops, if the kernel blocked the threads for the transport.
 */
final class Stops {
    static final String CAUSE = "nothing ran";

    /** A later wake-up, while all other threads stood still as well, caught a stop. */
    private static final long CAUGHT_NANOS = 100_000;

    /** Stops of 0.3 ms are caught less often than their length says by this factor; longer ones less so. */
    private static final double CAUGHT_LATE = 1.5;

    /** Upper bound of the missed stops if none was caught; exceeded in one run of a thousand. */
    private static final double MISSED = 7;

    /** Standard deviations added to the number of caught stops, for the same probability. */
    private static final double DEVIATIONS = 3;

    private final List<Still> stills = new ArrayList<>();

    /**
     * A time in which all threads stood still together.
     *
     * @param lateNanos lateness of the sampler's wake-up meanwhile
     */
    record Still(long fromNanos, long toNanos, long nanos, long lateNanos) {
        private Still without(long othersNanos) {
            return new Still(fromNanos, toNanos, Math.max(0, nanos - othersNanos), lateNanos);
        }
    }

    void add(RecordedEvent event) {
        add(new Still(
                event.getLong("startNanos"),
                event.getLong("endNanos"),
                event.getDuration("nanos").toNanos(),
                event.getDuration("lateNanos").toNanos()));
    }

    void add(Still still) {
        stills.add(still);
    }

    /**
     * Finds the stops of threads that never sleep.
     *
     * @param safepoints safepoints, in which the JVM stopped its threads itself
     */
    List<Trouble> counted(List<Trouble> lateWakeUps, Spans safepoints, long everyNanos) {
        List<Still> stopped = stills.stream()
                .map(still -> still.without(safepoints.covered(still.fromNanos, still.toNanos)))
                .filter(still -> still.nanos > 0)
                .toList();
        long caught = stopped.stream()
                .filter(still -> still.lateNanos >= CAUGHT_NANOS)
                .count();
        double stillNanos = stopped.stream().mapToLong(Still::nanos).sum();
        double most = CAUGHT_LATE * everyNanos * (caught + DEVIATIONS * Math.sqrt(caught) + MISSED);
        double longNanos = stopped.stream()
                .filter(still -> still.lateNanos >= everyNanos)
                .mapToLong(Still::nanos)
                .sum();
        double part = stillNanos == 0 ? 1 : Math.min(1, (most + longNanos) / stillNanos);
        List<Trouble> all = new ArrayList<>();
        stopped.forEach(still -> all.add(new Trouble(CAUSE, still.fromNanos, still.toNanos, still.nanos, 1, part)));
        for (Trouble late : lateWakeUps) {
            long counted = stills.stream()
                    .filter(still -> still.fromNanos < late.toNanos() && late.fromNanos() < still.toNanos)
                    .mapToLong(Still::nanos)
                    .sum();
            Trouble left = late.without(counted);
            if (left.nanos() > 0) {
                all.add(left);
            }
        }
        return all;
    }

    /** Finds the stops of threads that sleep: those that were seen, and as many more as the sampler is likely to have slept through. */
    static List<Trouble> estimated(List<Trouble> lateWakeUps, long everyNanos, long fromNanos, long toNanos) {
        List<Trouble> all = new ArrayList<>(lateWakeUps);
        long caught = lateWakeUps.stream()
                .filter(late -> late.nanos() < everyNanos && late.toNanos() > fromNanos && late.fromNanos() < toNanos)
                .count();
        if (caught > 0) {
            long missed = (long) Math.ceil(caught + DEVIATIONS * Math.sqrt(caught));
            all.add(new Trouble(
                    CAUSE, fromNanos, toNanos, Math.min(toNanos - fromNanos, missed * everyNanos), 2 * missed));
        }
        return all;
    }
}
