package io.twohop.compare;

import io.twohop.stats.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The result of comparing one metric.
 *
 * @param metric that was compared
 * @param role whether the comparison was made to test this metric
 * @param base mean over the base's forks
 * @param candidate mean over the candidate's forks
 * @param change of the means, as a share of the base's; null where that is 0
 * @param interval of the change, by inverting the test; null where there is none
 * @param evidence of the test; null where it could not be made
 * @param word the answer
 * @param forksNeeded of each side, to find the difference that was asked for, or the one observed, where it is larger and the
 *     sides do not overlap (of pairs: where every round differs in the same direction); null where the answer is clear
 */
public record Finding(
        Metric metric,
        Role role,
        double base,
        double candidate,
        Double change,
        ConfidenceInterval interval,
        Evidence evidence,
        Word word,
        Long forksNeeded) {
    private static final double PERCENT = 100;
    private static final MathContext DIGITS = new MathContext(3);

    /** The place of a metric in the plan of a comparison. */
    public enum Role {
        /** Tested, with a part of alpha. */
        TESTED,
        /** Tested for being equal, or different by more than matters, before others are. */
        PRECONDITION,
        /** A metric that nobody asked for. It shares a second alpha with all others like it. */
        EXPLORATORY
    }

    /**
     * The outcome of a test.
     *
     * @param pValue of the test by itself, which the interval goes with
     * @param adjustedPValue at most alpha where the test found a difference, after its share of alpha
     * @param effectSize Hedges' g, positive where the candidate is higher
     */
    public record Evidence(double pValue, double adjustedPValue, double effectSize) {}

    /** The answer in a word. */
    public enum Word {
        /** Better, and not by chance. */
        IMPROVED("improved"),
        /** Worse, and not by chance. */
        REGRESSED("regressed"),
        /** The interval excludes zero, but the metric's share of alpha does not reach. */
        MAY_HAVE_IMPROVED("may have improved"),
        /** Likewise. */
        MAY_HAVE_REGRESSED("may have regressed"),
        /** The interval lies inside the difference that matters. */
        NO_DIFFERENCE("no difference"),
        /** A metric of which nothing can be concluded. */
        NOT_ENOUGH_DATA("not enough data"),
        /** The machine may have decided it, in some fork of either side. */
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

    /** Returns the p-value; null where there was no test. */
    public Double pValue() {
        return evidence == null ? null : (Double) evidence.pValue();
    }

    /** Returns the p-value after its share of alpha; null likewise. */
    public Double adjustedPValue() {
        return evidence == null ? null : (Double) evidence.adjustedPValue();
    }

    /** Returns the effect size; null likewise. */
    public Double effectSize() {
        return evidence == null ? null : (Double) evidence.effectSize();
    }

    /** Returns whether the answer is a conclusion. */
    public boolean isConclusive() {
        return word == Word.IMPROVED || word == Word.REGRESSED || word == Word.NO_DIFFERENCE;
    }

    /** Returns the answer with the size that it goes by. */
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
        return interval != null && interval.isWithin(-difference, difference, 1 - options.alpha());
    }

    /** Returns whether the interval excludes every change for the worse that is larger. */
    boolean isNoWorseThan(double most, Comparison.Options options) {
        return interval != null
                && (metric.higherIsBetter()
                        ? interval.isWithin(-most, Double.POSITIVE_INFINITY, 1 - options.alpha())
                        : interval.isWithin(Double.NEGATIVE_INFINITY, most, 1 - options.alpha()));
    }
}
