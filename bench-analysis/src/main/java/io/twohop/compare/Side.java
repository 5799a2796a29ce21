package io.twohop.compare;

import io.twohop.stats.Design;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One side of a comparison: the forks of one or several results, or of a CSV file.
 *
 * @param name for people
 * @param forks number of forks
 * @param values of each metric, one per fork, in order; only metrics that every fork has
 * @param partial metrics that only some forks have
 * @param untrusted metrics that the machine may have decided in at least one fork
 * @param turns that the forks took with those of other sides
 * @param conditions of the measurement
 * @param warnings reasons to trust the numbers less
 */
public record Side(
        String name,
        int forks,
        Map<Metric, double[]> values,
        Set<Metric> partial,
        Set<Metric> untrusted,
        SideTurns turns,
        Conditions conditions,
        List<String> warnings) {
    /** Creates a side from rows of metrics. */
    static Side of(
            String name, List<ForksCsv.Row> rows, SideTurns turns, Conditions conditions, List<String> warnings) {
        Set<Metric> present = new LinkedHashSet<>();
        rows.forEach(row -> present.addAll(row.values().keySet()));
        Set<Metric> untrusted = new LinkedHashSet<>();
        rows.forEach(row -> untrusted.addAll(row.untrusted()));
        Map<Metric, double[]> values = new LinkedHashMap<>();
        Set<Metric> partial = new LinkedHashSet<>();
        for (Metric metric : present) {
            double[] all = rows.stream()
                    .map(row -> row.values().get(metric))
                    .filter(Objects::nonNull)
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            if (all.length == rows.size()) {
                values.put(metric, all);
            } else {
                partial.add(metric);
            }
        }
        return new Side(name, rows.size(), values, partial, untrusted, turns, conditions, warnings);
    }

    /** Returns whether the forks are pairs: one of each side in every round. */
    public Design designWith(Side other) {
        return turns.designWith(other.turns);
    }

    /** Returns differences in codec and layout, each with its effect and a remedy. */
    public List<String> unlike(Side other) {
        return conditions.unlike(other.conditions);
    }

    /** Returns settings with another value on the other side, by key, with both values; empty if one side is unknown. */
    public Map<String, String> differences(Side other) {
        return conditions.differences(other.conditions);
    }
}
