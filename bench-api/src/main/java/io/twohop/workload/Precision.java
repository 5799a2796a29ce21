package io.twohop.workload;

import io.twohop.config.ConfigException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The precision that a figure has to reach: half the width of the 95 % confidence interval of its mean over forks.
 *
 * @param metric a column of {@code forks.csv}, such as {@code endToEnd.p99}
 * @param share a share of the mean, such as 0.05
 */
public record Precision(String metric, double share) {
    static final String EXPECTED = "a figure and how well it is to be known, such as 'endToEnd.p99 +-5 %'";

    private static final Pattern TEXT = Pattern.compile("(\\S+)\\s*(?:\\+-|±)\\s*(\\d{1,2}(?:\\.\\d{1,3})?)\\s*%");
    private static final double PERCENT = 100;
    private static final List<String> OTHERS = List.of(
            "achieved.messagesPerSecond",
            "publisher.messagesPerSecond",
            "subscriber.messagesPerSecond",
            "overall.messagesPerSecond",
            "cpu.perMessageNanos",
            "memory.allocatedBytesPerMessage");
    private static final List<String> METRICS = metrics();

    private static List<String> metrics() {
        List<String> metrics = new ArrayList<>(OTHERS);
        for (Probe probe : Probe.values()) {
            for (double percentile : Percentiles.stated()) {
                metrics.add(probe.key() + "." + Percentiles.label(percentile));
            }
        }
        return metrics;
    }

    /**
     * Reads a text such as {@code endToEnd.p99 +-5 %}.
     *
     * @throws ConfigException for anything else
     */
    static Precision of(String key, String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches() || Double.parseDouble(matcher.group(2)) == 0) {
            throw ConfigException.invalid(key, text, EXPECTED);
        }
        String metric = matcher.group(1);
        if (!METRICS.contains(metric)) {
            throw ConfigException.invalid(
                            key,
                            metric,
                            "a percentile of a probe: "
                                    + Arrays.stream(Probe.values())
                                            .map(Probe::key)
                                            .toList() + " with p50 to p99.9999; or one of " + OTHERS)
                    .didYouMean(METRICS);
        }
        return new Precision(metric, Double.parseDouble(matcher.group(2)) / PERCENT);
    }

    /** Returns the text that {@link #of} reads. */
    @Override
    public String toString() {
        return metric + " +-" + percent(share) + " %";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.3f", PERCENT * share).replaceFirst("\\.?0+$", "");
    }
}
