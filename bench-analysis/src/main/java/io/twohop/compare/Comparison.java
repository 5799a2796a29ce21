package io.twohop.compare;

import io.twohop.compare.MetricFinding.Evidence;
import io.twohop.compare.MetricFinding.Role;
import io.twohop.compare.MetricFinding.Word;
import io.twohop.stats.ChangeInterval;
import io.twohop.stats.ConfidenceInterval;
import io.twohop.stats.Design;
import io.twohop.stats.EffectSize;
import io.twohop.stats.SampleSize;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A comparison of a candidate with a base.
 *
 * @param base the side before a change
 * @param candidate the side to judge
 * @param findings one for each requested metric that both sides have
 */
public record Comparison(Side base, Side candidate, List<MetricFinding> findings) {
    /** Values of two groups below which nothing can be tested. */
    private static final int FEWEST = 2;

    /**
     * The options of a comparison.
     *
     * @param test of significance
     * @param alpha the probability of a false alarm, above 0 and below 1
     * @param corrected whether {@code alpha} holds for all tested metrics and candidates of the call together; otherwise for each
     * @param difference that matters, as a share of the base's mean: it is absent where the interval lies inside it
     */
    public record Options(SignificanceTest test, double alpha, boolean corrected, double difference) {}

    /** Returns whether the sides' forks are pairs of one round each, and were tested as such. */
    public Design design() {
        return base.designWith(candidate);
    }

    /** Returns the pairs of slices; empty unless the forks took turns in slices. */
    public Optional<SlicePairs> slices() {
        return SlicePairs.of(base, candidate);
    }

    /**
     * Compares each candidate with the base, by the default plan for the metrics of the base, as {@link #of(Side, List, List, Plan, Options)}. A
     * plan for metrics of closed loops would test nothing of a run at a rate.
     */
    public static List<Comparison> of(Side base, List<Side> candidates, List<Metric> metrics, Options options) {
        List<Metric> present =
                metrics.stream().filter(base.values()::containsKey).toList();
        return of(base, candidates, metrics, Plan.of(List.of(), present), options);
    }

    /**
     * Compares each candidate with the base.
     *
     * @param metrics to compare, as far as the sides have them
     * @param plan of the metrics to test; each candidate has an equal part of alpha for it
     */
    public static List<Comparison> of(
            Side base, List<Side> candidates, List<Metric> metrics, Plan plan, Options options) {
        return candidates.stream()
                .map(candidate -> new Comparison(
                        base,
                        candidate,
                        new Judge(base, candidate, plan, candidates.size(), options).findings(metrics)))
                .toList();
    }

    /** Returns the metrics that the comparison was made to test, in order. */
    public List<MetricFinding> tested() {
        return findings.stream()
                .filter(finding -> finding.role() != Role.EXPLORATORY)
                .toList();
    }

    /** Returns the other metrics. */
    public List<MetricFinding> exploratory() {
        return findings.stream()
                .filter(finding -> finding.role() == Role.EXPLORATORY)
                .toList();
    }

    /** Returns whether the comparison allows a conclusion about any tested metric. */
    public boolean isConclusive() {
        return findings.stream().anyMatch(finding -> finding.role() == Role.TESTED && finding.isConclusive());
    }

    /** A metric with its values on each side. */
    private record Pair(Metric metric, Design design, boolean trusted, double[] base, double[] other) {
        boolean testable() {
            return trusted && base.length >= FEWEST && other.length >= FEWEST;
        }

        boolean isNothing() {
            return Stream.of(base, other).flatMapToDouble(Arrays::stream).allMatch(value -> value == 0);
        }
    }

    /** Compares two sides. */
    private static final class Judge {
        private final Side base;
        private final Side candidate;
        private final Plan plan;
        private final Options options;

        /** Share of alpha for this candidate. */
        private final double alpha;

        private final Map<Metric, Pair> pairs = new LinkedHashMap<>();
        private final Map<Metric, Double> pValues = new LinkedHashMap<>();
        private final Map<Metric, Double> alphas = new LinkedHashMap<>();
        private long explored;

        Judge(Side base, Side candidate, Plan plan, int candidates, Options options) {
            this.base = base;
            this.candidate = candidate;
            this.plan = plan;
            this.options = options;
            alpha = options.corrected() ? options.alpha() / candidates : options.alpha();
        }

        List<MetricFinding> findings(List<Metric> metrics) {
            Stream.concat(plan.tested().stream(), metrics.stream())
                    .filter(metrics::contains)
                    .distinct()
                    .forEach(metric -> Values.of(base, candidate, metric)
                            .ifPresent(both -> pairs.put(
                                    metric,
                                    new Pair(metric, both.design(), both.trusted(), both.base(), both.candidate()))));
            pairs.values().stream()
                    .filter(Pair::testable)
                    .forEach(pair ->
                            pValues.put(pair.metric, options.test().pValue(pair.design, pair.base, pair.other)));
            List<MetricFinding> findings = new ArrayList<>();
            plan.precondition().map(pairs::get).ifPresent(pair -> findings.add(found(pair, Role.PRECONDITION)));
            // Latencies of unlike loads are not compared; those of forks that differ by more than matters say so
            // themselves.
            boolean mayTest = findings.stream().allMatch(MetricFinding::isConclusive);
            if (mayTest || !options.corrected()) {
                alphas.putAll(plan.alphas(of(Role.TESTED), alpha));
            }
            Map<Metric, Double> rest = of(Role.EXPLORATORY);
            explored = Math.max(1, rest.size());
            alphas.putAll(Plan.holm(rest, alpha));
            pairs.values().stream()
                    .filter(pair -> role(pair.metric) != Role.PRECONDITION)
                    .forEach(pair -> findings.add(found(pair, role(pair.metric))));
            return List.copyOf(findings);
        }

        private Map<Metric, Double> of(Role role) {
            Map<Metric, Double> some = new LinkedHashMap<>(pValues);
            some.keySet().removeIf(metric -> role(metric) != role);
            return some;
        }

        private Role role(Metric metric) {
            if (plan.precondition().filter(metric::equals).isPresent()) {
                return Role.PRECONDITION;
            }
            return plan.shares().containsKey(metric) ? Role.TESTED : Role.EXPLORATORY;
        }

        /** The metric's own share of alpha, to which the stated numbers of forks refer. */
        private double planned(Metric metric) {
            if (!options.corrected()) {
                return alpha;
            }
            double share = plan.shares().getOrDefault(metric, 0.0);
            return role(metric) == Role.EXPLORATORY ? alpha / explored : share == 0 ? alpha : share * alpha;
        }

        private MetricFinding found(Pair pair, Role role) {
            Optional<Double> change =
                    Optional.of(ChangeInterval.change(pair.base, pair.other)).filter(share -> !share.isNaN());
            MetricFinding untested = new MetricFinding(
                    pair.metric,
                    role,
                    mean(pair.base),
                    mean(pair.other),
                    change,
                    Optional.empty(),
                    Optional.empty(),
                    Word.NOT_TRUSTED,
                    Optional.empty());
            if (!pair.trusted) {
                // The machine would decide more forks as well.
                return untested;
            }
            if (!pair.testable()) {
                int needed = SampleSize.toReach(options.test(), pair.design, planned(pair.metric));
                return answered(untested, Word.NOT_ENOUGH_DATA, Optional.of((long) Math.max(FEWEST, needed)));
            }
            double p = pValues.get(pair.metric);
            double its = options.corrected() ? alphas.getOrDefault(pair.metric, 0.0) : alpha;
            Optional<ConfidenceInterval> interval =
                    ChangeInterval.of(options.test(), pair.design, pair.base, pair.other, options.alpha());
            MetricFinding tested = new MetricFinding(
                    pair.metric,
                    role,
                    untested.base(),
                    untested.candidate(),
                    change,
                    interval,
                    Optional.of(new Evidence(
                            p,
                            its == 0 ? 1 : Math.min(1, p * options.alpha() / its),
                            EffectSize.hedges(pair.base, pair.other))),
                    Word.NOT_ENOUGH_DATA,
                    Optional.empty());
            boolean nothing = pair.isNothing()
                    && options.test().smallestP(pair.design, pair.base.length, pair.other.length) <= options.alpha();
            Word word = role == Role.PRECONDITION ? ofPrecondition(tested, p) : word(tested, p, its, nothing);
            MetricFinding answer = answered(tested, word, Optional.empty());
            return answer.isConclusive() ? answer : answered(tested, word, Optional.of(needed(pair, p)));
        }

        private static MetricFinding answered(MetricFinding finding, Word word, Optional<Long> needed) {
            return new MetricFinding(
                    finding.metric(),
                    finding.role(),
                    finding.base(),
                    finding.candidate(),
                    finding.change(),
                    finding.interval(),
                    finding.evidence(),
                    word,
                    needed);
        }

        private Word word(MetricFinding finding, double p, double its, boolean nothing) {
            if (p <= its && finding.base() != finding.candidate()) {
                return isWorse(finding) ? Word.REGRESSED : Word.IMPROVED;
            }
            return nothing ? Word.NO_DIFFERENCE : undecided(finding, p);
        }

        /** A difference that matters has to lie beyond what matters. */
        private Word ofPrecondition(MetricFinding finding, double p) {
            boolean beyond = finding.interval()
                    .filter(interval -> interval.level() >= 1 - options.alpha())
                    .filter(interval ->
                            interval.low() > options.difference() || interval.high() < -options.difference())
                    .isPresent();
            if (beyond) {
                return isWorse(finding) ? Word.REGRESSED : Word.IMPROVED;
            }
            return undecided(finding, p);
        }

        private Word undecided(MetricFinding finding, double p) {
            if (finding.isWithin(options.difference(), options)) {
                return Word.NO_DIFFERENCE;
            }
            if (p > options.alpha() || finding.base() == finding.candidate()) {
                return Word.NOT_ENOUGH_DATA;
            }
            return isWorse(finding) ? Word.MAY_HAVE_REGRESSED : Word.MAY_HAVE_IMPROVED;
        }

        private static boolean isWorse(MetricFinding finding) {
            return finding.candidate() > finding.base() != finding.metric().higherIsBetter();
        }

        private long needed(Pair pair, double p) {
            int forks = Math.min(pair.base.length, pair.other.length);
            // Where the test could not have come to a smaller p-value, only forks are missing to tell what was seen.
            boolean apart = p <= options.test().smallestP(pair.design, pair.base.length, pair.other.length);
            double seen = apart || p <= options.alpha() ? Math.abs(mean(pair.other) - mean(pair.base)) : 0;
            double difference = Math.max(seen, options.difference() * Math.abs(mean(pair.base)));
            double its = planned(pair.metric);
            long enough = difference == 0
                    ? SampleSize.toReach(options.test(), pair.design, its)
                    : SampleSize.of(options.test(), pair.design, pair.base, pair.other, difference, its);
            return Math.max(forks + 1, enough);
        }
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }
}
