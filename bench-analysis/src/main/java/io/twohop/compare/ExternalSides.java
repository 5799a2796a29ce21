package io.twohop.compare;

import io.twohop.external.ExternalResult;
import io.twohop.external.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Results of other tools as sides that can be tested, because their files have the figures of each fork. */
public final class ExternalSides {
    private static final Pattern PERCENTILE = Pattern.compile("\\.p[\\d.]+$");

    private static final String MACHINE = "the file names no machine: make sure yourself that the machines match";
    private static final Set<String> SAMPLED_AND_TESTED = Set.of("p50", "p99");

    private ExternalSides() {}

    /**
     * Returns the results as sides, in order.
     *
     * @param results of one tool, the base first
     * @return empty unless each candidate shares a series of forks with the base
     */
    public static Optional<List<Side>> of(List<ExternalResult> results) {
        ExternalResult base = results.get(0);
        List<ExternalResult> candidates = results.subList(1, results.size());
        boolean testable = candidates.stream()
                .allMatch(candidate -> candidate.tool().equals(base.tool())
                        && !shared(base, List.of(candidate)).isEmpty());
        if (!testable) {
            return Optional.empty();
        }
        return Optional.of(Stream.concat(
                        Stream.of(side(base, shared(base, candidates))),
                        candidates.stream().map(candidate -> side(candidate, shared(base, List.of(candidate)))))
                .toList());
    }

    /** Returns the metrics to test by default: of sampled times p50 and p99, of all others the score. */
    public static List<Metric> tested(Side base) {
        Set<String> sampled = base.values().keySet().stream()
                .map(Metric::name)
                .filter(name -> SAMPLED_AND_TESTED.contains(label(name)))
                .map(ExternalSides::series)
                .collect(Collectors.toSet());
        return base.values().keySet().stream()
                .filter(metric ->
                        !sampled.contains(series(metric.name())) || SAMPLED_AND_TESTED.contains(label(metric.name())))
                .toList();
    }

    private static String series(String metric) {
        return metric.substring(0, labelAt(metric) - 1);
    }

    private static String label(String metric) {
        return metric.substring(labelAt(metric));
    }

    /** Returns where a metric's label begins; that of a percentile may have a dot of its own. */
    private static int labelAt(String metric) {
        Matcher percentile = PERCENTILE.matcher(metric);
        return percentile.find() ? percentile.start() + 1 : metric.lastIndexOf('.') + 1;
    }

    private static Set<String> shared(ExternalResult base, List<ExternalResult> candidates) {
        Set<String> others = candidates.stream()
                .flatMap(candidate -> withForks(candidate).stream())
                .collect(Collectors.toSet());
        Set<String> shared = new LinkedHashSet<>(withForks(base));
        shared.retainAll(others);
        return shared;
    }

    private static Set<String> withForks(ExternalResult result) {
        return result.series().stream()
                .filter(series -> !series.forks().isEmpty())
                .map(Series::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Side side(ExternalResult result, Set<String> shared) {
        Map<Metric, double[]> values = new LinkedHashMap<>();
        Set<Metric> partial = new LinkedHashSet<>();
        Set<Metric> untrusted = new LinkedHashSet<>();
        Map<String, Set<String>> settings = new TreeMap<>();
        int forks = 0;
        for (Series series : result.series()) {
            if (!shared.contains(series.name())) {
                continue;
            }
            forks = Math.max(forks, series.forks().size());
            for (String label : labels(series)) {
                Metric metric = new Metric(series.figureName(label));
                double[] all = series.forks().stream()
                        .map(fork -> fork.get(label))
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .toArray();
                if (all.length == series.forks().size()) {
                    values.put(metric, all);
                } else {
                    partial.add(metric);
                }
                if (series.doubtful().contains(label)) {
                    untrusted.add(metric);
                }
            }
            series.settings()
                    .forEach((key, value) -> settings.computeIfAbsent(key, first -> new TreeSet<>())
                            .add(value));
        }
        Map<String, String> setting = new TreeMap<>();
        settings.forEach((key, all) -> setting.put(key, String.join(" and ", all)));
        List<String> warnings = new ArrayList<>();
        result.statements().forEach(statement -> warnings.add(result.name() + ": " + statement));
        SideBySide.leftOut(result.name(), result.series(), series -> shared.contains(series.name()))
                .ifPresent(warnings::add);
        warnings.addAll(result.limits());
        warnings.add(MACHINE);
        return new Side(
                result.name(),
                forks,
                values,
                partial,
                untrusted,
                SideTurns.NONE,
                new Conditions(setting, Optional.empty(), Set.of(), Map.of()),
                warnings);
    }

    private static Set<String> labels(Series series) {
        Set<String> labels = new LinkedHashSet<>();
        series.forks().forEach(fork -> labels.addAll(fork.keySet()));
        return labels;
    }
}
