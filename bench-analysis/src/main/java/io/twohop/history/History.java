package io.twohop.history;

import io.twohop.compare.Metric;
import io.twohop.compare.Side;
import io.twohop.config.ConfigException;
import io.twohop.stats.Trend;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The changes of results over time.
 *
 * @param series with their metrics, that with the newest result first
 * @param unplaced unusable results that belong to no series
 */
public record History(List<SeriesHistory> series, List<DatedResult> unplaced) {
    /** Fewest results on each side of a change: two may stem from one bad night. */
    public static final int FEWEST = 3;

    /** Default metrics: figures on which decisions rest. */
    public static final List<Metric> USUAL = List.of(
            new Metric("endToEnd.p50"),
            new Metric("endToEnd.p99"),
            new Metric("endToEnd.p99.9"),
            new Metric("overall.messagesPerSecond"),
            new Metric("backlog.drainedPerSecond"),
            new Metric("cpu.perMessageNanos"),
            new Metric("memory.allocatedBytesPerMessage"));

    /** A series with its metrics. */
    public record SeriesHistory(Series series, List<MetricHistory> metrics) {}

    /** Returns the metrics of results. */
    public static Set<Metric> metrics(List<DatedResult> results) {
        Set<Metric> metrics = new LinkedHashSet<>();
        results.stream()
                .flatMap(result -> result.side().stream())
                .forEach(side -> metrics.addAll(side.values().keySet()));
        return metrics;
    }

    /**
     * Sorts results into series and looks for changes.
     *
     * @param chosen the metrics to examine
     * @param alpha the probability to see a change, in any metric of a series, between two real ones
     * @throws ConfigException if no result can be used
     */
    public static History of(List<DatedResult> results, Predicate<Metric> chosen, double alpha) {
        List<Series> all = Series.of(results);
        if (all.isEmpty()) {
            DatedResult first = results.get(0);
            throw ConfigException.invalid(
                    "DIR",
                    first.directory(),
                    "at least one complete result that is MET or MISSED; this cannot be used: "
                            + first.flaw().orElseThrow());
        }
        Set<DatedResult> placed = Collections.newSetFromMap(new IdentityHashMap<>());
        all.forEach(series -> placed.addAll(series.leftOut()));
        List<DatedResult> unplaced = results.stream()
                .filter(result -> !result.isUsable() && !placed.contains(result))
                .toList();
        return new History(all.stream().map(series -> of(series, chosen, alpha)).toList(), unplaced);
    }

    /** Looks for changes of one metric in points of one setting, in order, as {@link #of(List, Predicate, double)} does. */
    public static MetricHistory of(Metric metric, List<Point> points, double alpha) {
        return MetricHistory.of(metric, points, alpha, 1, FEWEST);
    }

    private static SeriesHistory of(Series series, Predicate<Metric> chosen, double alpha) {
        List<Metric> metrics = metrics(series.results()).stream().filter(chosen).toList();
        List<List<Point>> points =
                metrics.stream().map(metric -> points(series, metric)).toList();
        // A metric without variation needs no test.
        long questions =
                points.stream().filter(each -> !MetricHistory.isConstant(each)).count();
        List<MetricHistory> histories = new ArrayList<>();
        for (int i = 0; i < metrics.size(); i++) {
            histories.add(MetricHistory.of(metrics.get(i), points.get(i), alpha, (int) Math.max(1, questions), FEWEST));
        }
        return new SeriesHistory(series, List.copyOf(histories));
    }

    private static List<Point> points(Series series, Metric metric) {
        List<Point> points = new ArrayList<>();
        for (DatedResult result : series.results()) {
            Side side = result.side().orElseThrow();
            Optional.ofNullable(side.values().get(metric))
                    .map(forks -> new Point(
                            result, Trend.median(forks), !side.untrusted().contains(metric)))
                    .ifPresent(points::add);
        }
        return List.copyOf(points);
    }
}
