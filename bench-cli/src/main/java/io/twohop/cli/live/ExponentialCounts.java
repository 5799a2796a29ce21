package io.twohop.cli.live;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies counted in buckets each of which is wider than the one before by the same factor, 2^(1/16): as OpenTelemetry's
 * exponential histograms have them with scale 4, and Prometheus's native ones with schema 4. Bucket i has what is above
 * factor^i and at most factor^(i+1) seconds. Not thread-safe.
 */
final class ExponentialCounts {
    /** Buckets of a power of two, as a power of two: 4.4 % wide. */
    static final int SCALE = 4;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PER_OCTAVE = 1 << SCALE;
    private static final double LN_2 = Math.log(2);

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long zeros;
    private long count;
    private double sumSeconds;
    private double minSeconds = Double.POSITIVE_INFINITY;
    private double maxSeconds;

    /** @param nanos latencies of a second */
    void add(Histogram nanos) {
        for (HistogramIterationValue recorded : nanos.recordedValues()) {
            long messages = recorded.getCountAtValueIteratedTo();
            double seconds = nanos.medianEquivalentValue(recorded.getValueIteratedTo()) / NANOS_PER_SECOND;
            if (seconds == 0) {
                zeros += messages;
            } else {
                counts.merge(bucketOf(seconds), messages, Long::sum);
            }
            count += messages;
            sumSeconds += messages * seconds;
        }
        if (nanos.getTotalCount() > 0) {
            minSeconds = Math.min(minSeconds, nanos.getMinValue() / NANOS_PER_SECOND);
            maxSeconds = Math.max(maxSeconds, nanos.getMaxValue() / NANOS_PER_SECOND);
        }
    }

    static int bucketOf(double seconds) {
        return (int) Math.ceil(Math.log(seconds) / LN_2 * PER_OCTAVE) - 1;
    }

    /** Messages by bucket, without those that have none. */
    TreeMap<Integer, Long> counts() {
        return counts;
    }

    /** The first bucket that has some; 0 where none has. */
    int offset() {
        return counts.isEmpty() ? 0 : counts.firstKey();
    }

    /** Messages of that bucket and each one up to the last that has some. */
    List<Long> dense() {
        List<Long> dense = new ArrayList<>();
        counts.forEach((bucket, messages) -> {
            while (dense.size() < bucket - offset()) {
                dense.add(0L);
            }
            dense.add(messages);
        });
        return dense;
    }

    /** Messages that took less than a nanosecond. */
    long zeros() {
        return zeros;
    }

    long count() {
        return count;
    }

    double sumSeconds() {
        return sumSeconds;
    }

    double minSeconds() {
        return minSeconds;
    }

    double maxSeconds() {
        return maxSeconds;
    }
}
