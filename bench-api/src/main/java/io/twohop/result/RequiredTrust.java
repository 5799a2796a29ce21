package io.twohop.result;

import io.twohop.config.ConfigException;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.util.Optional;

/**
 * A percentile to which latencies end to end must be trusted before a result is judged.
 *
 * @param percentile above 0 and below 100; 0 without a requirement
 */
public record RequiredTrust(double percentile) {
    /** A requirement that every result satisfies. */
    public static final RequiredTrust NONE = new RequiredTrust(0);

    private static final double ALL = 100;

    public RequiredTrust {
        if (!(percentile >= 0 && percentile < ALL)) {
            throw new IllegalArgumentException("percentile: " + percentile + " (expected: from 0 to below 100)");
        }
    }

    /**
     * Reads a percentile.
     *
     * @param name of the setting, for the error
     * @param text such as {@code p99} or {@code 99.9}
     * @throws ConfigException for anything else
     */
    public static RequiredTrust parse(String name, String text) {
        try {
            double percentile = Double.parseDouble(text.startsWith("p") ? text.substring(1) : text);
            if (percentile > 0 && percentile < ALL) {
                return new RequiredTrust(percentile);
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw ConfigException.invalid(name, text, "a percentile above p0 and below p100, such as p99");
    }

    /** Returns why a result cannot be judged, and the remedy; empty if it can be judged. */
    public Optional<String> refusal(BenchmarkResult result) {
        if (percentile == 0 || result.endToEnd().count() == 0) {
            return Optional.empty();
        }
        String expected = Percentiles.label(percentile);
        return result.trust()
                .map(trust -> refusal(trust, expected))
                .orElseGet(() -> Optional.of(Rules.TRUST_UNKNOWN.found(expected)))
                .map(Finding::sentence);
    }

    private Optional<Finding> refusal(Trust trust, String expected) {
        return trust.percentile() >= percentile
                ? Optional.empty()
                : Optional.of(Rules.TRUST_TOO_LOW.found(Probe.END_TO_END.key(), trust.extent(), expected));
    }
}
