package io.twohop.compare;

import io.twohop.stats.ConfidenceInterval;

/**
 * What a comparison says of one metric.
 *
 * @param metric that was compared
 * @param base its mean over the base's forks
 * @param candidate its mean over the candidate's forks
 * @param change of the means, as a share of the base's; null where that is 0
 * @param interval of the change; null where there is none
 * @param pValue of the test; null where it could not be made
 * @param adjustedPValue corrected for all metrics that were compared; null likewise
 * @param effectSize Hedges' g, positive where the candidate is higher; null likewise
 * @param word the answer
 * @param forksNeeded of each side, to find the difference that was asked for, or the one observed, where it is larger and the
 *     sides do not overlap (of pairs: where every round differs in the same direction); null where the answer is clear
 */
public record Finding(
        Metric metric,
        double base,
        double candidate,
        Double change,
        ConfidenceInterval interval,
        Double pValue,
        Double adjustedPValue,
        Double effectSize,
        Word word,
        Long forksNeeded) {
    /** The answer in a word. */
    public enum Word {
        /** Better, and not by chance. */
        IMPROVED("improved"),
        /** Worse, and not by chance. */
        REGRESSED("regressed"),
        /** A difference of the size that was asked for would probably have been found. */
        NO_DIFFERENCE("no difference found"),
        /** Nothing can be said. */
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
}
