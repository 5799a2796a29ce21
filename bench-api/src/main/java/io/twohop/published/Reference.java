package io.twohop.published;

import java.util.Map;

/**
 * Published figures of the same run as a result's, measured on other hardware.
 *
 * @param publication id of the source
 * @param year of the source, or null
 * @param system that was measured
 * @param latenciesNanos by probe and percentile, such as {@code endToEnd.p99}
 * @param throughputs by part and unit, such as {@code publisher.megabytesPerSecond}
 */
public record Reference(
        String publication,
        String title,
        String author,
        Integer year,
        String url,
        String system,
        Map<String, Range> latenciesNanos,
        Map<String, Range> throughputs) {
    /** A stated figure, or the two ends of a stated range. */
    public record Range(double low, double high) {}
}
