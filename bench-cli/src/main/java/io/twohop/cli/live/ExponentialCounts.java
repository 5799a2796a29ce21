package io.twohop.cli.live;

import io.twohop.config.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies in buckets that grow by the factor 2^(1/16), as in OpenTelemetry's exponential histograms with scale 4 and Prometheus's
 * native histograms with schema 4. Bucket i counts latencies above factor^i and up to factor^(i+1) seconds. Not thread-safe.
 */
final class ExponentialCounts {
    /** Binary logarithm of the number of buckets per power of two; each bucket is 4.4 % wide. */
    static final int SCALE = 4;

    private static final double PER_OCTAVE = 1 << SCALE;
    private static final double LN_2 = Math.log(2);

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long zeros;
    private long count;
    private double sumSeconds;
    private double minSeconds = Double.POSITIVE_INFINITY;
    private double maxSeconds;

    /** @param nanos latencies of one second, in nanoseconds */
    void add(Histogram nanos) {
        for (HistogramIterationValue recorded : nanos.recordedValues()) {
            long messages = recorded.getCountAtValueIteratedTo();
            double seconds = nanos.medianEquivalentValue(recorded.getValueIteratedTo()) / Nanos.PER_SECOND;
            if (seconds == 0) {
                zeros += messages;
            } else {
                counts.merge(bucketOf(seconds), messages, Long::sum);
            }
            count += messages;
            sumSeconds += messages * seconds;
        }
        if (nanos.getTotalCount() > 0) {
            minSeconds = Math.min(minSeconds, nanos.getMinValue() / Nanos.PER_SECOND);
            maxSeconds = Math.max(maxSeconds, nanos.getMaxValue() / Nanos.PER_SECOND);
        }
    }

    static int bucketOf(double seconds) {
        return (int) Math.ceil(Math.log(seconds) / LN_2 * PER_OCTAVE) - 1;
    }

    /** Returns the messages of each bucket that is not empty. */
    TreeMap<Integer, Long> counts() {
        return counts;
    }

    /** Returns the first bucket that is not empty; 0 if all are. */
    int offset() {
        return counts.isEmpty() ? 0 : counts.firstKey();
    }

    /** Returns the messages of each bucket from the first to the last that is not empty. */
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

    /**
     * Returns the messages by powers of two, in which buckets end as well: element i counts latencies above 2^(least + i - 1) and up to
     * 2^(least + i) seconds. The first has all below as well, the last all above.
     *
     * @param least exponent of the first
     */
    long[] octaves(int least, int number) {
        long[] octaves = new long[number];
        octaves[0] = zeros;
        counts.forEach((bucket, messages) -> {
            int exponent = Math.floorDiv(bucket, 1 << SCALE) + 1;
            octaves[Math.min(number - 1, Math.max(0, exponent - least))] += messages;
        });
        return octaves;
    }

    /** Returns the messages with a latency below a nanosecond. */
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
