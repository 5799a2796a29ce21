package io.twohop.run;

import io.twohop.result.Search;
import io.twohop.result.Search.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for the highest rate that holds: doubles or halves until one rate holds and another does not, then halves the
 * distance between them, and at last tries again what did not hold. A rate is too high when it failed twice, since a single stall of
 * the machine must not decide, or at once where the transport fell far behind.
 */
final class RateSearch {
    /** The search ends when what fails is at most this much above what holds. */
    static final double PRECISION = 0.02;

    /** How many measurements a search takes as a rule; for estimates. */
    static final int USUAL_TRIALS = 14;

    private static final int MOST_TRIALS = 60;
    private static final double HIGHEST_PER_SECOND = 100e6;

    /** What achieves less than this share of its rate need not be tried again. */
    private static final double FAR_BEHIND = 0.9;

    private static final double NONE = 0;

    private final double startPerSecond;
    private final double lowestPerSecond;
    private final Measuring measuring;
    private final List<Trial> trials = new ArrayList<>();
    private final TreeSet<Double> held = new TreeSet<>();
    private final Set<Double> surelyFailed = new HashSet<>();
    private double failed = Double.POSITIVE_INFINITY;
    private boolean brokenOff;

    /** Makes one measurement. */
    interface Measuring {
        /** Null if it was broken off and none is to follow. */
        Trial at(double perSecond) throws Exception;
    }

    /** @param lowestPerSecond what is not even held at this rate is not held at all; above 0 */
    RateSearch(double startPerSecond, double lowestPerSecond, Measuring measuring) {
        this.startPerSecond = startPerSecond;
        this.lowestPerSecond = lowestPerSecond;
        this.measuring = measuring;
    }

    Search search() throws Exception {
        double found = NONE;
        while (found == NONE && trials.size() < MOST_TRIALS && !brokenOff) {
            double highest = held.isEmpty() ? NONE : held.last();
            if (isNarrow(highest)) {
                if (highest == NONE) {
                    break;
                }
                found = failsAgain() ? highest : NONE;
            } else {
                tryOut(next(highest));
            }
        }
        return new Search(found == NONE ? null : found, Double.isInfinite(failed) ? null : failed, trials);
    }

    private boolean isNarrow(double highest) {
        return highest == NONE
                ? failed <= lowestPerSecond
                : failed <= highest * (1 + PRECISION) || highest >= HIGHEST_PER_SECOND;
    }

    private double next(double highest) {
        if (highest == NONE) {
            return Double.isInfinite(failed) ? startPerSecond : Math.max(lowestPerSecond, failed / 2);
        }
        return Double.isInfinite(failed)
                ? Math.min(HIGHEST_PER_SECOND, 2 * highest)
                : round(Math.sqrt(highest * failed));
    }

    /** To four digits: more would only look exact. */
    private static double round(double perSecond) {
        double unit = Math.pow(10, Math.floor(Math.log10(perSecond)) - 3);
        return Math.round(perSecond / unit) * unit;
    }

    private void tryOut(double perSecond) throws Exception {
        Trial trial = measure(perSecond);
        if (trial != null && !trial.met()) {
            if (trial.achievedPerSecond() < FAR_BEHIND * perSecond) {
                surelyFailed.add(perSecond);
            } else {
                trial = measure(perSecond);
            }
        }
        if (trial != null && trial.met()) {
            held.add(perSecond);
        } else if (trial != null) {
            failed = Math.min(failed, perSecond);
        }
    }

    /** Where the upper end of the range holds after all, the search goes on above it. */
    private boolean failsAgain() throws Exception {
        if (Double.isInfinite(failed) || surelyFailed.contains(failed)) {
            return true;
        }
        Trial trial = measure(failed);
        if (trial == null) {
            return false;
        }
        if (!trial.met()) {
            return surelyFailed.add(failed);
        }
        held.add(failed);
        failed = Double.POSITIVE_INFINITY;
        return false;
    }

    private Trial measure(double perSecond) throws Exception {
        Trial trial = measuring.at(perSecond);
        if (trial == null) {
            brokenOff = true;
        } else {
            trials.add(trial);
        }
        return trial;
    }
}
