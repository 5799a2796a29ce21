package io.twohop.engine;

import io.twohop.result.Search;
import io.twohop.result.Search.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks for the highest rate that holds: doubles or halves until one rate holds and another does not, then halves the
 * distance between them. That takes for granted that what holds at a rate holds at every lower one, which is checked once below
 * the range and once above it. One measurement shows the
 * way; both ends of the range that it leads to, the one that holds and the one that fails, then need two that agree, since a
 * single stall of the machine must not decide. Where an end changes sides, the search goes on from there.
 */
public final class RateSearch {
    /** The search ends when what fails is at most this much above what holds. */
    static final double PRECISION = 0.02;

    /** How many measurements a search takes as a rule; for estimates. */
    public static final int USUAL_TRIALS = 15;

    private static final int MOST_TRIALS = 60;
    private static final double HIGHEST_PER_SECOND = 100e6;
    private static final int ENOUGH = 2;

    /** How far from the range it is checked that lower rates hold and higher ones fail. */
    private static final double ASIDE = 1.4;

    private static final double NONE = 0;

    private final double startPerSecond;
    private final double lowestPerSecond;
    private final Measuring measuring;
    private final List<Trial> trials = new ArrayList<>();
    private final TreeMap<Double, Votes> tried = new TreeMap<>();
    private boolean brokenOff;

    /** Makes one measurement. */
    interface Measuring {
        /** Null if it was broken off and none is to follow. */
        Trial at(double perSecond) throws Exception;
    }

    /** What the measurements at one rate say; the majority counts. */
    private static final class Votes {
        private int met;
        private int missed;

        void add(boolean holds) {
            if (holds) {
                met++;
            } else {
                missed++;
            }
        }

        boolean isTied() {
            return met == missed;
        }

        boolean holds() {
            return met > missed;
        }

        boolean isSure() {
            return !isTied() && Math.max(met, missed) >= ENOUGH;
        }
    }

    /** @param lowestPerSecond what is not even held at this rate is not held at all; above 0 */
    RateSearch(double startPerSecond, double lowestPerSecond, Measuring measuring) {
        this.startPerSecond = startPerSecond;
        this.lowestPerSecond = lowestPerSecond;
        this.measuring = measuring;
    }

    Search search() throws Exception {
        boolean found = false;
        while (!found && trials.size() < MOST_TRIALS && !brokenOff) {
            double highest = highest();
            double failing = failingAbove(highest);
            Double unsure = unsure(highest, failing);
            if (unsure != null) {
                measure(unsure);
            } else if (isNarrow(highest, failing)) {
                Double aside = unchecked(highest, failing);
                found = aside == null;
                if (aside != null) {
                    measure(aside);
                }
            } else {
                measure(next(highest, failing));
            }
        }
        double holds = found ? highest() : NONE;
        double fails = failingAbove(holds);
        return new Search(
                holds == NONE ? null : holds, Double.isInfinite(fails) ? null : fails, failedBelow(holds), trials);
    }

    /** The highest rate that holds. */
    private double highest() {
        return tried.descendingMap().entrySet().stream()
                .filter(rate -> rate.getValue().holds())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(NONE);
    }

    private double failingAbove(double perSecond) {
        return tried.tailMap(perSecond, false).entrySet().stream()
                .filter(rate -> !rate.getValue().holds())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** What contradicts that lower rates hold as well. */
    private List<Double> failedBelow(double perSecond) {
        return tried.headMap(perSecond, false).entrySet().stream()
                .filter(rate -> !rate.getValue().holds())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** A rate that has to be measured again before the search can go on; null if there is none. */
    private Double unsure(double highest, double failing) {
        for (Map.Entry<Double, Votes> rate : tried.entrySet()) {
            if (rate.getValue().isTied()) {
                return rate.getKey();
            }
        }
        if (isNarrow(highest, failing)) {
            for (Map.Entry<Double, Votes> rate : tried.entrySet()) {
                boolean isEnd = rate.getKey() == highest || rate.getKey() == failing;
                boolean contradicts =
                        rate.getKey() < highest && !rate.getValue().holds();
                if ((isEnd || contradicts) && !rate.getValue().isSure()) {
                    return rate.getKey();
                }
            }
        }
        return null;
    }

    /** A rate beside the range at which nothing was measured yet; null if there is none. */
    private Double unchecked(double highest, double failing) {
        double below = round(highest / ASIDE);
        double above = round(failing * ASIDE);
        if (below >= lowestPerSecond && !tried.containsKey(below)) {
            return below;
        }
        return highest != NONE && above <= HIGHEST_PER_SECOND && !tried.containsKey(above) ? above : null;
    }

    private boolean isNarrow(double highest, double failing) {
        return highest == NONE
                ? failing <= lowestPerSecond
                : failing <= highest * (1 + PRECISION) || highest >= HIGHEST_PER_SECOND;
    }

    private double next(double highest, double failing) {
        if (highest == NONE) {
            return Double.isInfinite(failing) ? startPerSecond : Math.max(lowestPerSecond, failing / 2);
        }
        return Double.isInfinite(failing)
                ? Math.min(HIGHEST_PER_SECOND, 2 * highest)
                : round(Math.sqrt(highest * failing));
    }

    /** To four digits: more would only look exact. */
    private static double round(double perSecond) {
        if (perSecond == 0) {
            return 0;
        }
        double unit = Math.pow(10, Math.floor(Math.log10(perSecond)) - 3);
        return Math.round(perSecond / unit) * unit;
    }

    private void measure(double perSecond) throws Exception {
        Trial trial = measuring.at(perSecond);
        if (trial == null) {
            brokenOff = true;
        } else {
            trials.add(trial);
            tried.computeIfAbsent(perSecond, rate -> new Votes()).add(trial.met());
        }
    }
}
