package io.twohop.explain;

import io.twohop.account.Histograms;
import io.twohop.config.Nanos;
import io.twohop.measure.Slices;
import io.twohop.measure.Slices.Slice;
import io.twohop.measure.Window;
import io.twohop.recording.ThreadStalls;
import io.twohop.result.LatencySummary;
import io.twohop.result.Trust;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Trust that a run would deserve on a machine whose stalls spinning threads have recorded. Messages are simulated through the gaps of
 * these threads and need only CPU time. The machine's part in their latencies is judged as in a real run: by the same code, from gaps
 * that a run would see as well.
 *
 * @param percentile the trusted percentile; if all are trusted, the deepest that the messages support
 * @param delayedShare part of the messages that decides it; 0 if all are trusted
 * @param longestNanos longest delay; 0 if all are trusted
 */
public record ExpectedTrust(double percentile, boolean toItsEnd, double delayedShare, long longestNanos) {

    /** Enough for p99.9999; a longer watch is used up to there. */
    private static final long MOST_MESSAGES = 10_000_000;

    /**
     * Gaps in which a thread did not run.
     *
     * @param startNanos start of each gap, from the start of watching, rising
     * @param count number of gaps in both arrays
     */
    public record Gaps(long[] startNanos, long[] nanos, int count) {
        private long end(int index) {
            return startNanos[index] + nanos[index];
        }
    }

    /**
     * Load of simulated messages.
     *
     * @param wayNanos CPU time of each message, in equal parts on the threads that it passes
     * @param watchedNanos time for which the threads watched
     */
    public record Load(double ratePerSecond, double wayNanos, long watchedNanos) {}

    /**
     * Simulates messages.
     *
     * @param way the gaps of the threads that a message passes one after the other
     */
    public static ExpectedTrust of(List<Gaps> way, Load load) {
        long untilNanos = (long) Math.min(load.watchedNanos, MOST_MESSAGES * Nanos.PER_SECOND / load.ratePerSecond);
        Slices slices = new Slices(new Window(0, 0, untilNanos));
        Histogram histogram = Histograms.newHistogram();
        List<Stage> stages = way.stream()
                .map(gaps -> new Stage(gaps, load.wayNanos / way.size()))
                .toList();
        long due = 0;
        for (long message = 0; due < untilNanos; message++) {
            due = (long) (message * Nanos.PER_SECOND / load.ratePerSecond);
            double done = due;
            for (Stage stage : stages) {
                done = stage.done(done);
            }
            slices.record(due, (long) done);
            histogram.recordValue((long) done - due);
        }
        List<Slice> all = new ArrayList<>();
        slices.forEach(all::add);
        LatencySummary latency = LatencySummary.of(histogram);
        Trust trust =
                Trust.of(MachineDelays.of(troubles(way), List.of(all), histogram), Map.of(Probe.END_TO_END, latency));
        return trust.isWhole()
                ? new ExpectedTrust(deepest(histogram.getTotalCount()), true, 0, 0)
                : new ExpectedTrust(trust.percentile(), false, trust.delayedShare(), trust.longestNanos());
    }

    /** Returns the name of the percentile, such as {@code p99.9}. */
    public String upTo() {
        return Percentiles.label(percentile);
    }

    private static List<Trouble> troubles(List<Gaps> way) {
        List<Trouble> troubles = new ArrayList<>();
        for (Gaps gaps : way) {
            for (int i = 0; i < gaps.count; i++) {
                // A run does not see shorter gaps, so its statement would differ.
                if (gaps.nanos[i] >= ThreadStalls.WAIT_REPORTED_NANOS) {
                    troubles.add(new Trouble("nothing ran", gaps.startNanos[i], gaps.end(i), gaps.nanos[i], 1));
                }
            }
        }
        return troubles;
    }

    private static double deepest(long messages) {
        return Arrays.stream(Percentiles.stated())
                .filter(percentile -> Percentiles.supports(messages, percentile))
                .max()
                .orElseThrow();
    }

    /** A thread that does its part of one message after the other, while it runs. */
    private static final class Stage {
        private final Gaps gaps;
        private final double workNanos;
        private int next;
        private double freeNanos;

        Stage(Gaps gaps, double workNanos) {
            this.gaps = gaps;
            this.workNanos = workNanos;
        }

        /** Returns when the thread is done with a message that arrives at a time. */
        double done(double comesNanos) {
            double now = Math.max(comesNanos, freeNanos);
            double left = workNanos;
            while (next < gaps.count && gaps.end(next) <= now) {
                next++;
            }
            while (next < gaps.count && gaps.startNanos[next] < now + left) {
                left -= Math.max(0, gaps.startNanos[next] - now);
                now = gaps.end(next++);
            }
            freeNanos = now + left;
            return freeNanos;
        }
    }
}
