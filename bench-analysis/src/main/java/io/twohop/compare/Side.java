package io.twohop.compare;

import io.twohop.result.CodecCost;
import io.twohop.stats.Design;
import io.twohop.workload.Layout;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One side of a comparison: the forks of one or several results.
 *
 * @param name for people
 * @param forks how many
 * @param values of each metric, one a fork, in their order; only metrics that every fork tells
 * @param partial metrics that some forks tell and others do not
 * @param rounds of {@code --interleave} that the forks were measured in, one a fork, in their order; empty where they took
 *     no turns with others
 * @param slices of the forks that took turns in slices with those of another, in their order; otherwise empty
 * @param untrusted metrics that the machine may have decided in some fork
 * @param setting what has to be the same on both sides, by key, such as {@code workload.rate}; empty where it is not known
 * @param warnings what makes the numbers worth less
 * @param codec what the codec takes by itself; null where that is not known
 * @param layouts how agents were laid out on threads, one or several; empty where that is not known
 */
public record Side(
        String name,
        int forks,
        Map<Metric, double[]> values,
        Set<Metric> partial,
        List<String> rounds,
        List<ForkSlices> slices,
        Set<Metric> untrusted,
        Map<String, String> setting,
        List<String> warnings,
        CodecCost codec,
        Set<String> layouts) {
    /** Rows of metrics as one side. */
    static Side of(
            String name,
            List<ForksCsv.Row> rows,
            List<String> rounds,
            List<ForkSlices> slices,
            Map<String, String> setting,
            List<String> warnings,
            CodecCost codec,
            Set<String> layouts) {
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
        return new Side(
                name, rows.size(), values, partial, rounds, slices, untrusted, setting, warnings, codec, layouts);
    }

    /**
     * Whether the forks of both were measured in the same rounds, one of each side in every round. Where a side has several of
     * one round, it is not known which belong together.
     */
    public Design designWith(Side other) {
        boolean paired =
                !rounds.isEmpty() && rounds.equals(other.rounds) && new HashSet<>(rounds).size() == rounds.size();
        return paired ? Design.PAIRED : Design.UNPAIRED;
    }

    /** What both were not measured alike in, though their settings may be the same, with what to do about it. */
    public List<String> unlike(Side other) {
        return Stream.of(unlikeCodecs(other), unlikeLayouts(other))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Where the events of both were turned into bytes by different codecs. */
    private Optional<String> unlikeCodecs(Side other) {
        return codec == null || other.codec == null || codec.name().equals(other.codec.name())
                ? Optional.empty()
                : Optional.of("codec differs: " + text(codec) + " against " + text(other.codec)
                        + ": part of every difference is theirs; -Dcodec=" + codec.name() + " measures both alike");
    }

    /** Where the agents of both were not laid out alike. */
    private Optional<String> unlikeLayouts(Side other) {
        return layouts.isEmpty() || other.layouts.isEmpty() || layouts.equals(other.layouts)
                ? Optional.empty()
                : Optional.of("layout differs: " + String.join(" and ", layouts) + " against "
                        + String.join(" and ", other.layouts)
                        + ": a message that passes from core to core takes longer, and threads without a core left beside them"
                        + " wait for what else runs; -Dlayout=" + common(other) + " measures both alike");
    }

    /** Transports that block can do nothing but dedicated. */
    private String common(Side other) {
        String dedicated = Layout.DEDICATED.name().toLowerCase(Locale.ROOT);
        return layouts.contains(dedicated) || other.layouts.contains(dedicated)
                ? dedicated
                : layouts.iterator().next();
    }

    private static String text(CodecCost codec) {
        return String.format(
                Locale.ROOT,
                "%s (%,.2f us and %,.0f B allocated a message by itself)",
                codec.name(),
                codec.nanosPerMessage() / 1_000,
                codec.allocatedBytesPerMessage());
    }

    /** What is not the same as on another side, by key, with both values; nothing where one side does not know. */
    public Map<String, String> differences(Side other) {
        Map<String, String> differences = new TreeMap<>();
        if (setting.isEmpty() || other.setting.isEmpty()) {
            return differences;
        }
        Set<String> keys = new TreeSet<>(setting.keySet());
        keys.addAll(other.setting.keySet());
        for (String key : keys) {
            String here = setting.getOrDefault(key, "absent");
            String there = other.setting.getOrDefault(key, "absent");
            if (!here.equals(there)) {
                differences.put(key, here + " against " + there);
            }
        }
        return differences;
    }
}
