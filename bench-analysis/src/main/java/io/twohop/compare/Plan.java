package io.twohop.compare;

import io.twohop.stats.Holm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The metrics that a comparison tests, and how they share alpha, the limit for the probability that any of them is a false alarm. All
 * other metrics are exploratory and share an alpha of their own.
 *
 * <p>By default, metrics spend alpha in a fixed order, the fallback procedure: each has a share, and a metric that differs passes its share
 * on to the next. Metrics that the user requested share by Holm's method.
 *
 * <p>Source: B. L. Wiens, "A Fixed Sequence Bonferroni Procedure for Testing Multiple Endpoints" (2003).
 *
 * @param precondition metric that has to be equal, or to differ by more than matters, before any other is tested; it spends no
 *     alpha, since a false alarm needs a difference that matters
 * @param shares of alpha, in order; they add up to 1
 * @param inOrder whether shares pass on in order; otherwise Holm's method decides
 */
public record Plan(Optional<Metric> precondition, Map<Metric, Double> shares, boolean inOrder) {
    private static final Metric ACHIEVED = new Metric("achieved.messagesPerSecond");
    private static final List<Metric> THROUGHPUT =
            List.of(new Metric("overall.messagesPerSecond"), new Metric("overall.megabytesPerSecond"));

    /** The first share is just enough for six rounds, whose smallest p-value is 0.031; the second alone takes seven. */
    private static final Map<Metric, Double> LATENCY = new LinkedHashMap<>();

    static {
        LATENCY.put(new Metric("endToEnd.p50"), 0.65);
        LATENCY.put(new Metric("endToEnd.p99"), 0.35);
    }

    /** Rate at which a backlog drained. Latencies of such a run mostly repeat how long it was built. */
    private static final Metric DRAIN = new Metric("backlog.drainedPerSecond");

    private static final Metric COST = new Metric("cpu.perMessageNanos");

    /**
     * Plans a comparison.
     *
     * @param asked metrics that the user requested, such as those of gates; empty for the default
     * @param compared all metrics that are compared
     */
    public static Plan of(List<Metric> asked, List<Metric> compared) {
        if (!asked.isEmpty()) {
            return alike(asked);
        }
        Optional<Metric> throughput =
                THROUGHPUT.stream().filter(compared::contains).findFirst();
        Map<Metric, Double> shares = new LinkedHashMap<>();
        throughput
                .or(() -> Optional.of(DRAIN).filter(compared::contains))
                .ifPresentOrElse(
                        metric -> shares.put(metric, 1.0),
                        () -> LATENCY.forEach((metric, share) -> {
                            if (compared.contains(metric)) {
                                shares.put(metric, share);
                            }
                        }));
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        shares.replaceAll((metric, share) -> share / sum);
        if (compared.contains(COST)) {
            shares.put(COST, shares.isEmpty() ? 1.0 : 0.0);
        }
        return shares.isEmpty()
                ? alike(compared)
                : new Plan(
                        throughput.isPresent() || !compared.contains(ACHIEVED)
                                ? Optional.empty()
                                : Optional.of(ACHIEVED),
                        shares,
                        true);
    }

    private static Plan alike(List<Metric> metrics) {
        Map<Metric, Double> shares = new LinkedHashMap<>();
        metrics.forEach(
                metric -> shares.put(metric, 1.0 / metrics.stream().distinct().count()));
        return new Plan(Optional.empty(), shares, false);
    }

    /** Returns the metrics that are tested, in order. */
    public List<Metric> tested() {
        return Stream.concat(precondition.stream(), shares.keySet().stream()).toList();
    }

    /**
     * Returns the remaining alpha of each metric.
     *
     * @param pValues of metrics with a test
     * @param alpha of all together
     */
    Map<Metric, Double> alphas(Map<Metric, Double> pValues, double alpha) {
        return inOrder ? handedOn(pValues, alpha) : holm(pValues, alpha);
    }

    private Map<Metric, Double> handedOn(Map<Metric, Double> pValues, double alpha) {
        Map<Metric, Double> alphas = new LinkedHashMap<>();
        double handedOn = 0;
        for (Map.Entry<Metric, Double> share : shares.entrySet()) {
            double its = share.getValue() * alpha + handedOn;
            alphas.put(share.getKey(), its);
            handedOn = pValues.getOrDefault(share.getKey(), 1.0) <= its ? its : 0;
        }
        return alphas;
    }

    /** Returns for each p-value the alpha that judges it as alpha judges the adjusted p-value. */
    static Map<Metric, Double> holm(Map<Metric, Double> pValues, double alpha) {
        List<Metric> metrics = new ArrayList<>(pValues.keySet());
        double[] raw = metrics.stream().mapToDouble(pValues::get).toArray();
        double[] adjusted = Holm.adjust(raw);
        Map<Metric, Double> alphas = new LinkedHashMap<>();
        for (int i = 0; i < raw.length; i++) {
            alphas.put(metrics.get(i), raw[i] == 0 ? alpha : alpha * raw[i] / adjusted[i]);
        }
        return alphas;
    }
}
