package io.twohop.doctor;

import io.twohop.config.Texts;
import io.twohop.result.LatencySummary;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Numbers for people, each in the unit that fits. */
final class Amounts {
    private static final String[] TIMES = {"ns", "us", "ms", "s"};
    private static final double THOUSAND = 1_000;
    private static final double FEW = 10;
    private static final double GIGABYTE = 1e9;

    private Amounts() {}

    static String time(double nanos) {
        double value = nanos;
        int unit = 0;
        while (value >= THOUSAND - 0.5 && unit < TIMES.length - 1) {
            value /= THOUSAND;
            unit++;
        }
        return Texts.format(unit > 0 && value < FEW ? "%.1f %s" : "%,.0f %s", value, TIMES[unit]);
    }

    static String gigabytes(long bytes) {
        return Texts.format("%,.1f GB", bytes / GIGABYTE);
    }

    static String count(long count) {
        return Texts.format("%,d", count);
    }

    /** Returns the median, the deepest percentile up to the 99th that the samples support, and the longest. */
    static String latencies(LatencySummary latency) {
        if (latency.count() == 0) {
            return "no samples";
        }
        StringBuilder text = new StringBuilder();
        percentiles(latency)
                .forEach((label, nanos) -> text.append(label)
                        .append(' ')
                        .append(time((long) nanos))
                        .append(", "));
        return text.append("max ").append(time(latency.maxNanos())).toString();
    }

    /** Returns the same latencies as data. */
    static Map<String, Object> figures(LatencySummary latency) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("samples", latency.count());
        percentiles(latency).forEach((label, nanos) -> figures.put(label + "Nanos", nanos));
        figures.put("maxNanos", latency.maxNanos());
        return figures;
    }

    private static Map<String, Object> percentiles(LatencySummary latency) {
        Map<String, Object> shown = new LinkedHashMap<>();
        latency.percentilesNanos().forEach((label, nanos) -> {
            if (label.equals("p50") || label.equals("p99")) {
                shown.put(label, nanos);
            } else if (label.equals("p90") && !latency.percentilesNanos().containsKey("p99")) {
                shown.put(label, nanos);
            }
        });
        return shown;
    }

    /** Returns a histogram for times of up to a minute, which allocates nothing while it is filled. */
    static Histogram histogram() {
        return new Histogram(60_000_000_000L, 3);
    }
}
