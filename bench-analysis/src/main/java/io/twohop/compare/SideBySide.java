package io.twohop.compare;

import io.twohop.config.Texts;
import io.twohop.external.ExternalResult;
import io.twohop.external.Quantity;
import io.twohop.external.Series;
import io.twohop.result.ForkMetrics;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Figures of two results beside each other, at least one of which another tool wrote. Nothing is tested, since such a file says too little
 * about its measurement.
 *
 * @param base the result on the left
 * @param candidate the result on the right
 * @param pairs series that stand beside each other
 * @param notes what a reader should know
 */
public record SideBySide(Column base, Column candidate, List<Pair> pairs, List<String> notes) {
    private static final String RATE_SUFFIX = ".messages" + ForkMetrics.RATE_SUFFIX;
    private static final String OVERALL = "overall";
    private static final String ACHIEVED = "achieved";

    /** Difference of rates from which on loads are not alike. */
    private static final double LOAD_TOLERANCE = 0.05;

    /**
     * A result as figures.
     *
     * @param name the file or directory, as the user gave it
     * @param origin what wrote it
     * @param notes what its figures leave open
     */
    public record Column(String name, String origin, List<Series> series, List<String> notes) {
        /** Returns a result of this bench, as the means over its forks. */
        public static Column of(Side side) {
            Map<String, Map<String, Double>> latencies = new LinkedHashMap<>();
            Map<String, Set<String>> doubtful = new LinkedHashMap<>();
            List<Series> series = new ArrayList<>();
            boolean isClosedLoop = side.values().containsKey(new Metric(OVERALL + RATE_SUFFIX));
            side.values().forEach((metric, forks) -> {
                String name = metric.name();
                double mean = Arrays.stream(forks).average().orElseThrow();
                String subject = name.substring(0, name.indexOf('.'));
                String label = name.substring(name.indexOf('.') + 1);
                if (name.endsWith(RATE_SUFFIX)) {
                    boolean isHeadline = subject.equals(isClosedLoop ? OVERALL : ACHIEVED);
                    Quantity quantity = isClosedLoop ? Quantity.RATE : Quantity.LOAD;
                    series.add(series(subject, quantity, isHeadline, Map.of(Series.RATE, mean), Set.of()));
                } else if (Arrays.stream(Probe.values())
                        .anyMatch(probe -> probe.key().equals(subject))) {
                    latencies
                            .computeIfAbsent(subject, added -> new LinkedHashMap<>())
                            .put(label, mean);
                    Set<String> its = doubtful.computeIfAbsent(subject, added -> new HashSet<>());
                    if (side.untrusted().contains(metric)) {
                        its.add(label);
                    }
                }
            });
            latencies.forEach((subject, figures) -> series.add(series(
                    subject,
                    Quantity.LATENCY,
                    subject.equals(Probe.END_TO_END.key()),
                    figures,
                    doubtful.get(subject))));
            String forks = side.forks() + (side.forks() == 1 ? " fork" : " forks");
            return new Column(side.name(), forks, series, side.warnings());
        }

        private static Series series(
                String name, Quantity quantity, boolean isHeadline, Map<String, Double> figures, Set<String> doubtful) {
            return new Series(name, quantity, isHeadline, figures, doubtful, List.of(), Map.of());
        }

        /** Returns a result of another tool. */
        public static Column of(ExternalResult result) {
            List<String> notes = new ArrayList<>();
            result.statements().forEach(statement -> notes.add(result.name() + ": " + statement));
            notes.addAll(result.limits());
            return new Column(result.name(), result.tool(), result.series(), notes);
        }

        private List<Series> leftAfter(Set<Series> paired, Quantity quantity) {
            return series.stream()
                    .filter(one -> one.headline() && one.quantity().hasUnitOf(quantity) && !paired.contains(one))
                    .toList();
        }
    }

    /**
     * Two series beside each other.
     *
     * @param rows figures that both have
     */
    public record Pair(Series base, Series candidate, List<Row> rows) {
        static Pair of(Series base, Series candidate) {
            List<Row> rows = base.figures().keySet().stream()
                    .filter(candidate.figures()::containsKey)
                    .map(label -> new Row(label, value(base, label), value(candidate, label)))
                    .toList();
            return new Pair(base, candidate, rows);
        }

        private static Value value(Series series, String label) {
            return new Value(series.figures().get(label), series.doubtful().contains(label));
        }

        /** Returns the pair with the rows whose name, on either side, an option chose. */
        Pair only(Predicate<Metric> chosen) {
            return new Pair(
                    base,
                    candidate,
                    rows.stream()
                            .filter(row -> names(row).stream().anyMatch(chosen))
                            .toList());
        }

        private List<Metric> names(Row row) {
            return List.of(new Metric(base.figureName(row.label())), new Metric(candidate.figureName(row.label())));
        }
    }

    /** A figure that each side has. */
    public record Row(String label, Value base, Value candidate) {
        /** Returns the candidate's figure less the base's. */
        public double difference() {
            return candidate.value - base.value;
        }

        /** Returns the difference as a share of the base's figure; not finite if that is 0. */
        public double change() {
            return difference() / base.value;
        }
    }

    /**
     * A figure.
     *
     * @param value nanoseconds, or operations per second
     * @param doubtful whether its tool cannot resolve it, or the machine may have decided it
     */
    public record Value(double value, boolean doubtful) {}

    /** Puts series of the same name beside each other; of the others, the one headline of a side beside each headline of the other side. */
    public static SideBySide of(Column base, Column candidate) {
        List<Pair> pairs = new ArrayList<>();
        Set<Series> paired = new HashSet<>();
        for (Series here : base.series()) {
            candidate.series().stream()
                    .filter(there ->
                            there.name().equals(here.name()) && there.quantity().hasUnitOf(here.quantity()))
                    .forEach(there -> add(Pair.of(here, there), pairs, paired));
        }
        for (Quantity quantity : List.of(Quantity.LATENCY, Quantity.RATE)) {
            List<Series> here = base.leftAfter(paired, quantity);
            List<Series> there = candidate.leftAfter(paired, quantity);
            if (here.size() == 1 || there.size() == 1) {
                here.forEach(one -> there.forEach(other -> add(Pair.of(one, other), pairs, paired)));
            }
        }
        List<String> notes = new ArrayList<>(base.notes());
        notes.addAll(candidate.notes());
        unlikeLoads(pairs).ifPresent(notes::add);
        leftOut(base.name(), base.series(), paired::contains).ifPresent(notes::add);
        leftOut(candidate.name(), candidate.series(), paired::contains).ifPresent(notes::add);
        return new SideBySide(base, candidate, pairs, notes);
    }

    /** Returns that the two ran under unlike loads; empty if the loads are alike or unknown. */
    public Optional<String> unlikeLoads() {
        return unlikeLoads(pairs);
    }

    private static Optional<String> unlikeLoads(List<Pair> pairs) {
        return pairs.stream()
                .filter(pair -> pair.base.headline()
                        && pair.base.quantity() == Quantity.LOAD
                        && pair.candidate.quantity() == Quantity.LOAD)
                .flatMap(pair -> pair.rows.stream())
                .filter(row -> !(Math.abs(row.change()) <= LOAD_TOLERANCE))
                .findFirst()
                .map(row -> Texts.format(
                        "the rates differ, %,.0f/s and %,.0f/s: latencies under unlike loads are not comparable",
                        row.base.value, row.candidate.value));
    }

    private static void add(Pair pair, List<Pair> pairs, Set<Series> paired) {
        if (!pair.rows.isEmpty()) {
            pairs.add(pair);
            paired.add(pair.base);
            paired.add(pair.candidate);
        }
    }

    /** Returns a note with the series that stand alone; empty if there are none. */
    static Optional<String> leftOut(String name, List<Series> all, Predicate<Series> isShown) {
        List<String> names =
                all.stream().filter(isShown.negate()).map(Series::name).toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("nothing stands beside these of " + name + ": " + String.join(", ", names));
    }

    /** Returns the names of all figures of either side. */
    public List<Metric> metrics() {
        return pairs.stream()
                .flatMap(pair -> pair.rows.stream().flatMap(row -> pair.names(row).stream()))
                .distinct()
                .toList();
    }

    /** Returns the chosen figures. */
    public SideBySide only(Predicate<Metric> chosen) {
        return new SideBySide(
                base,
                candidate,
                pairs.stream()
                        .map(pair -> pair.only(chosen))
                        .filter(pair -> !pair.rows.isEmpty())
                        .toList(),
                notes);
    }
}
