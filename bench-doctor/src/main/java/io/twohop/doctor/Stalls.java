package io.twohop.doctor;

import io.twohop.machine.ControlGroups.Throttling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Stalls that threads saw which did nothing but read the clock.
 *
 * @param watchedNanos time for which each thread looked
 * @param waitedNanos time that the threads waited for a CPU, all together; empty where the kernel does not count it
 * @param stolenNanos time that a hypervisor took of all CPUs meanwhile; empty where the kernel does not count it
 * @param throttling throttling of the control group meanwhile; empty where it has no quota
 */
record Stalls(
        long watchedNanos,
        List<GapRecord> gaps,
        Optional<Long> waitedNanos,
        Optional<Long> stolenNanos,
        Optional<Throttling> throttling) {
    int threads() {
        return gaps.size();
    }

    long longestNanos() {
        return gaps.stream().mapToLong(GapRecord::longestNanos).max().orElse(0);
    }

    /** Returns the time that the thread of the longest gap waited for a CPU in it. */
    long longestWaitedNanos() {
        return gaps.stream()
                .max((one, other) -> Long.compare(one.longestNanos(), other.longestNanos()))
                .map(GapRecord::longestWaitedNanos)
                .orElse(0L);
    }

    long longNanos() {
        return gaps.stream().mapToLong(GapRecord::longNanos).sum();
    }

    /** Returns the number of gaps longer than 10 us, 100 us and 1 ms. */
    long[] counts() {
        long[] sums = new long[3];
        for (GapRecord one : gaps) {
            long[] counts = one.counts();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += counts[i];
            }
        }
        return sums;
    }

    /**
     * Returns the wait of a message that is due at any moment, at a percentile of all moments: the rest of the gap that the moment
     * falls into. 0 if that is less than the shortest gap recorded.
     */
    long waitNanos(double percentile) {
        Histogram lengths = Amounts.histogram();
        gaps.forEach(one -> lengths.add(one.lengths()));
        List<long[]> longestLast = new ArrayList<>();
        for (HistogramIterationValue value : lengths.recordedValues()) {
            longestLast.add(new long[] {value.getValueIteratedTo(), value.getCountAtValueIteratedTo()});
        }
        double share = (1 - percentile / 100) * watchedNanos * threads();
        double count = 0;
        double sum = 0;
        for (int i = longestLast.size() - 1; i >= 0; i--) {
            double gap = longestLast.get(i)[0];
            count += longestLast.get(i)[1];
            sum += gap * longestLast.get(i)[1];
            double shorter = i == 0 ? 0 : longestLast.get(i - 1)[0];
            // Of these gaps, everything but their last so many nanoseconds comes to the share.
            double wait = (sum - share) / count;
            if (wait >= shorter) {
                return (long) wait;
            }
        }
        return 0;
    }
}
