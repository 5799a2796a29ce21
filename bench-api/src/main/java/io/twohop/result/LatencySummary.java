package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twohop.account.DurationText;
import io.twohop.account.Histograms;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A probe's latencies over the measured window, in nanoseconds.
 *
 * @param count samples
 * @param minNanos the smallest
 * @param percentilesNanos the value at each percentile, from 50 on and only as deep as the samples support
 * @param maxNanos the largest
 * @param histogram all samples, read only; null in a result that was read from a file
 */
public record LatencySummary(
        long count,
        long minNanos,
        Map<String, Long> percentilesNanos,
        long maxNanos,
        @JsonIgnore Histogram histogram) {
    /** Latencies without samples. */
    public static final LatencySummary NONE = of(new Histogram(1, 2, 0));

    public LatencySummary {
        percentilesNanos = Collections.unmodifiableMap(new LinkedHashMap<>(percentilesNanos));
    }

    /** Summarizes a histogram, which must not change afterwards. */
    public static LatencySummary of(Histogram histogram) {
        Map<String, Long> percentiles = new LinkedHashMap<>();
        for (double percentile : Percentiles.stated()) {
            if (Percentiles.supports(histogram.getTotalCount(), percentile)) {
                percentiles.put(Percentiles.label(percentile), histogram.getValueAtPercentile(percentile));
            }
        }
        boolean empty = histogram.getTotalCount() == 0;
        return new LatencySummary(
                histogram.getTotalCount(),
                empty ? 0 : histogram.getMinValue(),
                percentiles,
                histogram.getMaxValue(),
                histogram);
    }

    /** Returns the latencies of several runs together, by probe. */
    public static Map<Probe, LatencySummary> merged(Collection<Map<Probe, LatencySummary>> runs) {
        Map<Probe, Histogram> sums = new EnumMap<>(Probe.class);
        runs.forEach(run -> run.forEach((probe, summary) ->
                sums.computeIfAbsent(probe, added -> Histograms.newHistogram()).add(summary.histogram())));
        Map<Probe, LatencySummary> merged = new EnumMap<>(Probe.class);
        sums.forEach((probe, sum) -> merged.put(probe, of(sum)));
        return merged;
    }

    /**
     * Returns the latency at a percentile.
     *
     * @throws IllegalArgumentException when the samples do not support it
     */
    public Duration percentile(double percentile) {
        if (!Percentiles.supports(count, percentile)) {
            throw new IllegalArgumentException(
                    Percentiles.label(percentile) + ": " + count + " samples (expected: at least "
                            + Percentiles.SAMPLES_BEYOND + " beyond the percentile); measure longer");
        }
        return Duration.ofNanos(histogram.getValueAtPercentile(percentile));
    }

    /**
     * Returns the stated percentiles and the largest sample on one line.
     *
     * @param untrusted names of the figures that the machine may have decided; they are in parentheses
     */
    public String text(Collection<String> untrusted) {
        if (count == 0) {
            return "no samples";
        }
        StringBuilder text = new StringBuilder();
        percentilesNanos.forEach(
                (label, nanos) -> text.append(figure(label, nanos, untrusted)).append(", "));
        return text.append(figure(Trust.MAX, maxNanos, untrusted)).toString();
    }

    private static String figure(String name, long nanos, Collection<String> untrusted) {
        return name + " " + Doubt.marked(DurationText.of(nanos), untrusted.contains(name));
    }

    /** Returns the figures without their histogram, which has thousands of lines. */
    @Override
    public String toString() {
        return text(List.of());
    }
}
