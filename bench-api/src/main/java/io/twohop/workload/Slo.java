package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A service level objective: the limits that a run has to meet besides its rate.
 *
 * @param mostLost number of messages that may be lost; {@code null} if the transport's promise decides
 * @param leastAchieved the least share of the offered rate that counts as held, such as 0.99
 */
public record Slo(List<Limit> latencies, Long mostLost, double leastAchieved) {
    /** The share of the offered rate that counts as held unless the workload sets another. */
    public static final double USUALLY_ACHIEVED = 0.99;

    /** The objective of holding the rate alone. */
    public static final Slo NONE = new Slo(List.of(), null, USUALLY_ACHIEVED);

    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3})?)\\s*%");
    private static final double PERCENT = 100;
    private static final String ACHIEVED = "achieved";
    private static final Pattern PERCENTILE = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,6})?)");
    private static final List<String> PROBES =
            Arrays.stream(Probe.values()).map(Probe::key).toList();
    private static final String LOSS = "loss";
    private static final String MAX = "max";
    /** The percentile of the largest latency. */
    public static final double ALL = 100;

    /**
     * A limit of one percentile.
     *
     * @param key the key as it was given, such as {@code endToEnd.p99}
     * @param percentile above 0; 100 for the largest latency
     * @param limit the longest latency that meets it
     */
    public record Limit(String key, Probe probe, double percentile, Duration limit) {}

    public Slo {
        latencies = List.copyOf(latencies);
    }

    /** Returns whether the workload sets no limit. */
    @JsonIgnore
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Returns whether the workload sets the share of the rate that counts as held. */
    public boolean changesAchieved() {
        return leastAchieved != USUALLY_ACHIEVED;
    }

    /** Returns the least share that counts as held, such as {@code 99 %}. */
    public String leastAchievedText() {
        return percent(leastAchieved);
    }

    /** Returns a share as a workload writes it. */
    public static String percent(double share) {
        return BigDecimal.valueOf(PERCENT * share)
                        .setScale(3, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                + " %";
    }

    /** Reads a share such as {@code 95 %}; empty for another text. */
    static OptionalDouble share(String text) {
        Matcher matcher = SHARE.matcher(text.strip());
        return matcher.matches()
                ? OptionalDouble.of(Double.parseDouble(matcher.group(1)) / PERCENT)
                : OptionalDouble.empty();
    }

    /**
     * Reads texts by probe and percentile, {@code loss}, or {@code achieved}.
     *
     * @throws ConfigException for anything else
     */
    public static Slo of(Map<String, String> texts) {
        List<Limit> latencies = new ArrayList<>();
        Long mostLost = null;
        double leastAchieved = USUALLY_ACHIEVED;
        for (Map.Entry<String, String> text : texts.entrySet()) {
            if (text.getKey().equals(LOSS)) {
                mostLost = lost(text.getValue());
            } else if (text.getKey().equals(ACHIEVED)) {
                leastAchieved = achieved(text.getValue());
            } else {
                latencies.add(latency(text.getKey(), text.getValue()));
            }
        }
        return new Slo(latencies, mostLost, leastAchieved);
    }

    private static Long lost(String text) {
        try {
            return Quantities.count(text);
        } catch (ConfigException e) {
            throw ConfigException.invalid("slo." + LOSS, text, "how many messages may be lost, such as 0");
        }
    }

    private static double achieved(String text) {
        double share = share(text).orElse(0);
        if (share <= 0 || share > 1) {
            throw ConfigException.invalid(
                    "slo." + ACHIEVED,
                    text,
                    "the least share of the offered rate that counts as held, above 0 % and up to 100 %, such as 95 %");
        }
        return share;
    }

    private static Limit latency(String key, String text) {
        int dot = key.indexOf('.');
        String name = dot < 0 ? key : key.substring(0, dot);
        String rank = dot < 0 ? "" : key.substring(dot + 1);
        Probe probe = Arrays.stream(Probe.values())
                .filter(candidate -> candidate.key().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(
                                key, name, "a probe: " + String.join(", ", PROBES) + "; or loss, or achieved")
                        .didYouMean(Stream.concat(PROBES.stream(), Stream.of(LOSS, ACHIEVED))
                                .toList()));
        double percentile = percentile(key, rank);
        try {
            return new Limit(key, probe, percentile, Quantities.duration(text));
        } catch (ConfigException e) {
            throw ConfigException.invalid("slo." + key, text, "a duration such as 1ms or 500us");
        }
    }

    private static double percentile(String key, String rank) {
        if (rank.equals(MAX)) {
            return ALL;
        }
        Matcher matcher = PERCENTILE.matcher(rank);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) == 0) {
            throw unknown(key, rank.isEmpty() ? "no percentile" : rank, "a percentile: p50 to p99.9999, or max");
        }
        return Double.parseDouble(matcher.group(1));
    }

    private static ConfigException unknown(String key, String shown, String expected) {
        return ConfigException.invalid("slo." + key, shown, expected);
    }
}
