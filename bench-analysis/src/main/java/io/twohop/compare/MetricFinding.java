package io.twohop.compare;

import io.twohop.stats.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * The result of comparing one metric.
 *
 * @param metric the compared metric
 * @param role the metric's place in the plan
 * @param base mean over the base's forks
 * @param candidate mean over the candidate's forks
 * @param change change of the means as a share of the base's; empty if the base's is 0
 * @param interval interval of the change, by inverting the test; empty without a test
 * @param evidence the test's figures; empty without a test
 * @param word the answer
 * @param forksNeeded forks of each side that would find the requested difference, or the observed one if it is larger and the sides do
 *     not overlap (for pairs: if every round differs in the same direction); empty if the answer is clear
 */
public record MetricFinding(
        Metric metric,
        Role role,
        double base,
        double candidate,
        Optional<Double> change,
        Optional<ConfidenceInterval> interval,
        Optional<Evidence> evidence,
        Word word,
        Optional<Long> forksNeeded) {
    private static final double PERCENT = 100;
    private static final MathContext DIGITS = new MathContext(3);

    /** The place of a metric in the plan of a comparison. */
    public enum Role {
        /** Tested, with a part of alpha. */
        TESTED,
        /** Tested before all others, for being equal or clearly different. */
        PRECONDITION,
        /** A metric outside the tested ones; exploratory metrics share a separate alpha. */
        EXPLORATORY
    }

    /**
     * The outcome of a test.
     *
     * @param pValue p-value of this test alone, consistent with the interval
     * @param adjustedPValue p-value after the metric's share of alpha; at most alpha if the test found a difference
     * @param effectSize Hedges' g, positive if the candidate is higher
     */
    public record Evidence(double pValue, double adjustedPValue, double effectSize) {}

    /** The answer as one word. */
    public enum Word {
        /** Significantly better. */
        IMPROVED("improved"),
        /** Significantly worse. */
        REGRESSED("regressed"),
        /** Better by an interval that excludes zero, but the metric's share of alpha is too small. */
        MAY_HAVE_IMPROVED("may have improved"),
        /** Worse by an interval that excludes zero, but the metric's share of alpha is too small. */
        MAY_HAVE_REGRESSED("may have regressed"),
        /** The interval lies inside the difference that matters. */
        NO_DIFFERENCE("no difference"),
        /** The data support no conclusion. */
        NOT_ENOUGH_DATA("not enough data"),
        /** The machine may have decided the figure in a fork of either side. */
        NOT_TRUSTED("cannot be judged here");

        private final String text;

        Word(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public Optional<Double> pValue() {
        return evidence.map(Evidence::pValue);
    }

    public Optional<Double> adjustedPValue() {
        return evidence.map(Evidence::adjustedPValue);
    }

    public Optional<Double> effectSize() {
        return evidence.map(Evidence::effectSize);
    }

    /** Returns whether the answer is a conclusion. */
    public boolean isConclusive() {
        return word == Word.IMPROVED || word == Word.REGRESSED || word == Word.NO_DIFFERENCE;
    }

    /** Returns the answer, with the size of the difference that matters. */
    public String text(Comparison.Options options) {
        String size = new BigDecimal(PERCENT * options.difference(), DIGITS)
                .stripTrailingZeros()
                .toPlainString();
        return switch (word) {
            case NO_DIFFERENCE -> "no difference of " + size + " % or more";
            case IMPROVED, REGRESSED ->
                isWithin(options.difference(), options) ? word + ", by less than " + size + " %" : word.toString();
            default -> word.toString();
        };
    }

    /** Returns whether the interval excludes every change larger than this one, in either direction. */
    boolean isWithin(double difference, Comparison.Options options) {
        return interval.filter(change -> change.isWithin(-difference, difference, 1 - options.alpha()))
                .isPresent();
    }

    /** Returns whether the interval excludes every change for the worse that is larger. */
    boolean isNoWorseThan(double most, Comparison.Options options) {
        double low = metric.higherIsBetter() ? -most : Double.NEGATIVE_INFINITY;
        double high = metric.higherIsBetter() ? Double.POSITIVE_INFINITY : most;
        return interval.filter(change -> change.isWithin(low, high, 1 - options.alpha()))
                .isPresent();
    }
}
