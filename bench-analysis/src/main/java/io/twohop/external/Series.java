package io.twohop.external;

import io.twohop.result.ForkMetrics;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Figures of one measured subject, such as a benchmark, a tag of a log or a probe.
 *
 * @param name the tool's own name
 * @param quantity the unit of all figures
 * @param headline whether it is what the tool measures first of all; other headlines of the same quantity can stand beside it
 * @param figures values by label, such as {@code p99}, {@code max} or {@link #RATE}
 * @param doubtful labels of figures that the tool cannot resolve, or that the machine may have decided
 * @param forks the same figures of each fork, to test; empty if the file has none
 * @param settings the conditions of the measurement by key; empty if the file has none
 */
public record Series(
        String name,
        Quantity quantity,
        boolean headline,
        Map<String, Double> figures,
        Set<String> doubtful,
        List<Map<String, Double>> forks,
        Map<String, String> settings) {
    /** Label of a rate. */
    public static final String RATE = "operations" + ForkMetrics.RATE_SUFFIX;

    /** Label of a mean. */
    public static final String MEAN = "mean";

    public Series {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
        forks = List.copyOf(forks);
        settings = Map.copyOf(settings);
    }

    /** Creates a headline of latencies without forks. */
    static Series ofLatencies(String name, Map<String, Double> nanos) {
        return new Series(name, Quantity.LATENCY, true, nanos, Set.of(), List.of(), Map.of());
    }

    /** Creates a load without forks. */
    static Series ofLoad(String name, boolean headline, double perSecond) {
        return new Series(name, Quantity.LOAD, headline, Map.of(RATE, perSecond), Set.of(), List.of(), Map.of());
    }

    /** Returns the name of a figure, as options and tables write it. */
    public String figureName(String label) {
        return name + "." + label;
    }
}
