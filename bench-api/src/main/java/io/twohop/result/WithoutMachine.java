package io.twohop.result;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The latencies that a machine without delays could have shown. If it delayed {@code D(t)} messages by more than {@code t}, at
 * most as many more messages than those seen below {@code x + t} took up to {@code x}. So the latency of rank {@code r} was at
 * least that of rank {@code r - D(t)} less {@code t}, for every {@code t}; and at most what was seen, since a machine only adds.
 */
final class WithoutMachine {
    /** A figure is trusted if both ends of its range agree within this share. */
    static final double AGREE = 0.1;

    /** Parts of a latency that are tried as {@code t}: finely as far as they decide on trust, and beyond for objectives. */
    private static final double[] PARTS = {
        0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.55, 0.7, 0.85
    };

    /** The number of delayed messages is an estimate: more by this factor may have been delayed. */
    private static final double AT_MOST = 1.1;

    /** Chance decides which messages a stall meets: up to so many standard deviations more may have been delayed. */
    private static final double DEVIATIONS = 3;

    private static final double PERCENT = 100;

    /** The largest of these parts that can decide on trust. */
    private static final double DECIDES = 0.09;

    private final Delays delays;
    private final long[] values;

    /** Number of messages up to each of the values. */
    private final long[] reached;

    WithoutMachine(Delays delays, Histogram histogram) {
        this.delays = delays;
        List<long[]> all = new ArrayList<>();
        for (HistogramIterationValue value : histogram.recordedValues()) {
            all.add(new long[] {value.getValueIteratedTo(), value.getTotalCountToThisValue()});
        }
        values = all.stream().mapToLong(one -> one[0]).toArray();
        reached = all.stream().mapToLong(one -> one[1]).toArray();
    }

    /** Returns the shortest delay that may decide on trust in a latency. */
    static long decisive(long nanos) {
        return (long) (DECIDES * nanos);
    }

    /** Returns the range of the latency at a percentile; 100 is the largest sample. */
    Trust.Range range(double percentile) {
        long rank = rank(percentile);
        long highest = values[at(rank)];
        long lowest = lowest(rank, delays.longestNanos());
        for (double part : PARTS) {
            lowest = Math.max(lowest, lowest(rank, (long) (part * highest)));
        }
        return new Trust.Range(lowest, highest);
    }

    /** Returns the lowest latency of a rank if every shorter delay had this length. */
    private long lowest(long rank, long addedNanos) {
        long lower = rank - delayed(addedNanos);
        return lower > 0 ? values[at(lower)] - addedNanos : 0;
    }

    /** Returns the latency at a percentile. */
    long nanos(double percentile) {
        return values[at(rank(percentile))];
    }

    /** The percentile from which on up to the one given, which is not trusted, no figure is. */
    double doubtfulFrom(double percentile) {
        int index = at(rank(percentile));
        while (index > 0 && doubtfulTo(values[index - 1]) >= reached[index - 1]) {
            index--;
        }
        return index == 0 ? 0 : PERCENT * reached[index - 1] / reached[reached.length - 1];
    }

    /** Returns the highest rank at which a latency would not be trusted. */
    private long doubtfulTo(long nanos) {
        long least = Long.MAX_VALUE;
        for (double part : PARTS) {
            long added = (long) (part * nanos);
            double needed = nanos / (1 + AGREE) + added;
            if (needed <= nanos) {
                least = Math.min(least, delayed(added) + below(needed));
            }
        }
        return least;
    }

    private long delayed(long nanos) {
        double estimated = delays.above(nanos);
        return Math.round(AT_MOST * estimated + DEVIATIONS * Math.sqrt(estimated));
    }

    private long rank(double percentile) {
        long count = reached[reached.length - 1];
        return Math.min(count, Math.max(1, (long) Math.ceil(Math.nextDown(percentile * count / PERCENT))));
    }

    /** Returns the index of the latency of a rank. */
    private int at(long rank) {
        int low = 0;
        int high = reached.length - 1;
        while (low < high) {
            int middle = low + high >>> 1;
            if (reached[middle] < rank) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the number of messages with a lower latency. */
    private long below(double nanos) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (values[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? 0 : reached[low - 1];
    }
}
