package io.twohop.history;

import io.twohop.compare.Metric;
import io.twohop.stats.ChangeInterval;
import io.twohop.stats.Design;
import io.twohop.stats.EDivisive;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * A metric over the results of a series.
 *
 * @param points one for each result that has it, in order
 * @param changes found among the trusted points, in order
 * @param needed trusted points below which no change can be found
 */
public record MetricHistory(Metric metric, List<Point> points, List<Change> changes, int needed) {
    private static final double CONFIDENCE = 0.95;

    /**
     * Finds the changes of points.
     *
     * @param alpha of all metrics together
     * @param questions number of metrics: by Bonferroni, each has its part of alpha
     */
    static MetricHistory of(Metric metric, List<Point> points, double alpha, int questions, int fewest) {
        double its = alpha / questions;
        List<Point> tested = points.stream().filter(Point::trusted).toList();
        double[] values = values(tested);
        List<EDivisive.Division> divisions = EDivisive.of(values, its, fewest);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < divisions.size(); i++) {
            int from = i == 0 ? 0 : divisions.get(i - 1).at();
            int to = i == divisions.size() - 1
                    ? values.length
                    : divisions.get(i + 1).at();
            int at = divisions.get(i).at();
            double[] before = Arrays.copyOfRange(values, from, at);
            double[] after = Arrays.copyOfRange(values, at, to);
            Double change = ChangeInterval.change(before, after);
            changes.add(new Change(
                    metric,
                    at,
                    tested.get(at - 1).result(),
                    tested.get(at).result(),
                    mean(before),
                    mean(after),
                    Optional.of(change).filter(known -> !known.isNaN()),
                    ChangeInterval.of(SignificanceTest.PERMUTATION, Design.UNPAIRED, before, after, 1 - CONFIDENCE),
                    Math.min(1, questions * divisions.get(i).pValue()),
                    changed(tested.get(at - 1).result(), tested.get(at).result())));
        }
        return new MetricHistory(metric, points, List.copyOf(changes), 2 * fewest);
    }

    private static List<String> changed(DatedResult before, DatedResult after) {
        Map<String, String> then = before.surroundings();
        Map<String, String> now = after.surroundings();
        TreeSet<String> keys = new TreeSet<>(then.keySet());
        keys.addAll(now.keySet());
        return keys.stream()
                .filter(key -> !then.getOrDefault(key, "").equals(now.getOrDefault(key, "")))
                .map(key -> key + " from " + then.getOrDefault(key, "none") + " to " + now.getOrDefault(key, "none"))
                .toList();
    }

    private static double[] values(List<Point> points) {
        return points.stream().mapToDouble(Point::value).toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** Returns the points that are tested for changes. */
    public List<Point> tested() {
        return points.stream().filter(Point::trusted).toList();
    }

    /** Returns whether there are enough points to find a change. */
    public boolean isLongEnough() {
        return tested().size() >= needed;
    }

    /** Returns the means of the stretches between changes, in order; empty without a tested point. */
    public List<Double> levels() {
        if (changes.isEmpty()) {
            List<Point> tested = tested();
            return tested.isEmpty() ? List.of() : List.of(mean(values(tested)));
        }
        return Stream.concat(Stream.of(changes.get(0).from()), changes.stream().map(Change::to))
                .toList();
    }

    /**
     * Returns the noise of results between changes: the standard deviation around the stretches' means, as a share of each; NaN if
     * unknown.
     */
    public double spread() {
        List<Point> tested = tested();
        List<Double> levels = levels();
        double squares = 0;
        int level = 0;
        for (int i = 0; i < tested.size(); i++) {
            level += level < changes.size() && changes.get(level).at() == i ? 1 : 0;
            double deviation = tested.get(i).value() / levels.get(level) - 1;
            squares += deviation * deviation;
        }
        return Math.sqrt(squares / (tested.size() - levels.size()));
    }

    static boolean isConstant(List<Point> points) {
        DoubleStream trusted = points.stream().filter(Point::trusted).mapToDouble(Point::value);
        return trusted.distinct().count() < 2;
    }
}
