package io.twohop.compare;

import io.twohop.compare.Finding.Word;
import io.twohop.stats.Bootstrap;
import io.twohop.stats.ConfidenceInterval;
import io.twohop.stats.Design;
import io.twohop.stats.EffectSize;
import io.twohop.stats.Holm;
import io.twohop.stats.SampleSize;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A candidate held against a base.
 *
 * @param base what was before
 * @param candidate what is to be judged
 * @param findings one for each metric that both tell and that was asked for
 */
public record Comparison(Side base, Side candidate, List<Finding> findings) {
    /** Values of two groups below which nothing can be tested. */
    private static final int FEWEST = 2;

    /**
     * How to compare.
     *
     * @param test of significance
     * @param alpha the probability of a false alarm, above 0 and below 1
     * @param corrected whether {@code alpha} holds for all metrics and candidates of the call together, by Holm's method
     * @param difference that matters, as a share of the base's mean: what is not found then is said to be absent only if
     *     it would probably have been found
     */
    public record Options(SignificanceTest test, double alpha, boolean corrected, double difference) {}

    /** Whether the sides' forks are pairs, each of one round, and were tested as such. */
    public Design design() {
        return base.designWith(candidate);
    }

    /** Their slices, where forks took turns in slices; otherwise empty. */
    public Optional<SlicePairs> slices() {
        return SlicePairs.of(base, candidate);
    }

    /** A metric with the values of both sides. */
    private record Pair(int candidate, Metric metric, Design design, boolean trusted, double[] base, double[] other) {
        boolean testable() {
            return trusted && base.length >= FEWEST && other.length >= FEWEST;
        }
    }

    /**
     * Holds each candidate against the base.
     *
     * @param metrics those to compare, of those that the sides tell
     */
    public static List<Comparison> of(Side base, List<Side> candidates, List<Metric> metrics, Options options) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            int number = i;
            for (Metric metric : metrics) {
                Values.of(base, candidates.get(i), metric)
                        .map(both ->
                                new Pair(number, metric, both.design(), both.trusted(), both.base(), both.candidate()))
                        .ifPresent(pairs::add);
            }
        }
        List<Pair> tested = pairs.stream().filter(Pair::testable).toList();
        double[] pValues = tested.stream()
                .mapToDouble(pair -> options.test().pValue(pair.design, pair.base, pair.other))
                .toArray();
        double[] adjusted = options.corrected() ? Holm.adjust(pValues) : pValues;
        // The strictest that Holm's method asks of any of them: what sample sizes are stated for.
        double alpha = options.corrected() ? options.alpha() / Math.max(1, tested.size()) : options.alpha();

        List<List<Finding>> findings = new ArrayList<>();
        candidates.forEach(candidate -> findings.add(new ArrayList<>()));
        int next = 0;
        for (Pair pair : pairs) {
            boolean testable = pair.testable();
            findings.get(pair.candidate)
                    .add(
                            testable
                                    ? tested(pair, pValues[next], adjusted[next], alpha, options)
                                    : untested(pair, alpha, options));
            next += testable ? 1 : 0;
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            comparisons.add(new Comparison(base, candidates.get(i), List.copyOf(findings.get(i))));
        }
        return comparisons;
    }

    private static Finding tested(Pair pair, double pValue, double adjusted, double alpha, Options options) {
        Word word = word(pair, adjusted, options);
        Long needed = null;
        if (word == null) {
            int forks = Math.min(pair.base.length, pair.other.length);
            double difference = options.difference() * Math.abs(mean(pair.base));
            boolean enough = forks >= forksNeeded(pair, alpha, options, difference);
            word = enough ? Word.NO_DIFFERENCE : Word.NOT_ENOUGH_DATA;
            // Where the test could not have come to a smaller p-value, only forks are missing to tell what was seen.
            boolean apart = pValue <= options.test().smallestP(pair.design, pair.base.length, pair.other.length);
            double seen = apart ? Math.abs(mean(pair.other) - mean(pair.base)) : 0;
            needed = enough ? null : Math.max(forks + 1, forksNeeded(pair, alpha, options, Math.max(difference, seen)));
        }
        ConfidenceInterval interval = Bootstrap.ofChange(pair.design, pair.base, pair.other, 1 - options.alpha());
        return new Finding(
                pair.metric,
                mean(pair.base),
                mean(pair.other),
                change(pair),
                interval,
                pValue,
                adjusted,
                EffectSize.hedges(pair.base, pair.other),
                word,
                needed);
    }

    private static Finding untested(Pair pair, double alpha, Options options) {
        // More forks on the same machine would be decided by it as well.
        Long needed = pair.trusted
                ? (Long) Math.max(FEWEST, (long) SampleSize.toReach(options.test(), pair.design, alpha))
                : null;
        return new Finding(
                pair.metric,
                mean(pair.base),
                mean(pair.other),
                change(pair),
                null,
                null,
                null,
                null,
                pair.trusted ? Word.NOT_ENOUGH_DATA : Word.NOT_TRUSTED,
                needed);
    }

    /** Null where the difference may be chance. */
    private static Word word(Pair pair, double adjusted, Options options) {
        double difference = mean(pair.other) - mean(pair.base);
        if (adjusted > options.alpha() || difference == 0) {
            return null;
        }
        return difference > 0 == pair.metric.higherIsBetter() ? Word.IMPROVED : Word.REGRESSED;
    }

    private static long forksNeeded(Pair pair, double alpha, Options options, double difference) {
        int toReach = SampleSize.toReach(options.test(), pair.design, alpha);
        return difference == 0
                ? toReach
                : SampleSize.of(options.test(), pair.design, pair.base, pair.other, difference, alpha);
    }

    private static Double change(Pair pair) {
        double change = Bootstrap.change(pair.base, pair.other);
        return Double.isNaN(change) ? null : change;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }
}
