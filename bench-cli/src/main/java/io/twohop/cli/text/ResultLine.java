package io.twohop.cli.text;

import io.twohop.account.Accounting;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A result as one line of {@code name=value} pairs for scripts; docs/RESULTS.md explains the names. */
public final class ResultLine {
    private static final String UNKNOWN = "unknown";
    private static final List<String> PERCENTILES = List.of("p50", "p99", "p99.9");

    private ResultLine() {}

    /** Returns the line, whose last value may contain blanks. */
    public static String of(BenchmarkResult result) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("verdict", result.verdict().kind());
        Optional<Trust> trust = result.trust();
        values.put("trusted", trust.map(ResultLine::trusted).orElse(UNKNOWN));
        values.put("transport", result.transport());
        values.put("workload", result.workload());
        values.put("offeredPerSecond", rounded(result.rates().offeredPerSecond()));
        values.put("achievedPerSecond", rounded(result.rates().achievedPerSecond()));
        values.put("lost", result.accounting().<Object>map(Accounting::lost).orElse(UNKNOWN));
        LatencySummary latency = result.endToEnd();
        if (latency.count() > 0) {
            PERCENTILES.stream()
                    .filter(latency.percentilesNanos()::containsKey)
                    .forEach(name -> values.put(
                            name + "Nanos", latency.percentilesNanos().get(name)));
            values.put("untrusted", trust.map(ResultLine::untrusted).orElse(UNKNOWN));
        }
        values.put("result", result.directory());
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(" "));
    }

    private static String trusted(Trust trust) {
        return trust.isWhole() ? "all" : trust.upTo();
    }

    private static String untrusted(Trust trust) {
        List<String> names = trust.untrusted(Probe.END_TO_END);
        return names.isEmpty() ? "none" : String.join(",", names);
    }

    private static String rounded(double rate) {
        return new BigDecimal(rate)
                .setScale(2, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
