package io.twohop.engine;

import io.twohop.result.Search;
import io.twohop.result.Search.Count;
import io.twohop.result.Search.End;
import io.twohop.result.Search.Trial;
import io.twohop.workload.Layout;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.DoubleStream;

/**
 * Searches for the highest rate that holds, where chance has a say: each rate has a probability of holding, which falls as the rate
 * rises. The search tries the rate that is as likely above as below the one that holds half the time ({@link HoldingCurve}), at
 * most {@value #MOST_RISE} times the highest that has held. Once that rate is known closely enough, it proves both ends of a
 * range around it: at the lower one all trials hold, at the upper one all fail.
 *
 * <p>Trials with another layout than the search's do not count. A trial with another layout that holds where the search's had
 * failed makes its layout the search's.
 */
public final class RateSearch {
    /** Distance between rates that are tried. */
    static final double STEP = 1.02;

    /** Trials that have to agree at either end. */
    static final int PROOF = 3;

    static final int MOST_RISE = 4;

    /** Number of measurements after which the search gives up if the ends are not proven. */
    private static final int MOST_TRIALS = 120;

    private static final double HIGHEST_PER_SECOND = 100e6;
    private static final double NONE = 0;

    /** Digits of a rate that is tried: decimal, so that none is an artefact of doubles. */
    private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);

    /** Invalid trials in a row after which a rate counts as failed, so that the search tries other rates. */
    private static final int UNJUDGED_TO_LEAVE = 3;

    /** Invalid trials in a row after which there is nothing to find. */
    private static final int UNJUDGED_TO_END = 6;

    /** Largest probability that the rate which holds half the time is beyond a chosen end. */
    private static final double BEYOND = 0.03;

    /** Largest such probability for an end that was chosen before, so that the choice does not change with each trial. */
    private static final double STILL_BEYOND = 0.06;

    /** Grid steps between the ends from which on they are proven. */
    private static final int NARROW = 5;

    /** Number of trials left at which the ends are proven wherever they are. */
    private static final int TRIALS_TO_PROVE = 2 * PROOF + 2;

    private final double startPerSecond;
    private final double lowestPerSecond;
    private final int below;
    private final int size;
    private final List<Trial> trials = new ArrayList<>();
    private final TreeMap<Double, Count> counts = new TreeMap<>();
    private HoldingCurve curve;
    private Layout layout;
    private int unjudged;

    @FunctionalInterface
    interface Measuring {
        /** Returns the trials made at a rate, usually one; empty if none is to follow. */
        List<Trial> at(double perSecond) throws Exception;
    }

    /** Knows how many trials there is time for. */
    @FunctionalInterface
    interface TimeLeft {
        int trials();
    }

    /**
     * @param startPerSecond the first rate, in messages per second
     * @param lowestPerSecond the lowest rate that is tried, above 0
     */
    public RateSearch(double startPerSecond, double lowestPerSecond) {
        this.startPerSecond = Math.max(startPerSecond, lowestPerSecond);
        this.lowestPerSecond = lowestPerSecond;
        below = (int) Math.ceil(steps(this.startPerSecond / lowestPerSecond) - 1e-9);
        size = below + 1 + (int) Math.floor(steps(HIGHEST_PER_SECOND / this.startPerSecond));
        curve = new HoldingCurve(size);
    }

    /** Searches until both ends are proven, or for as long as there is time. */
    Search search(Measuring measuring, TimeLeft time) throws Exception {
        while (true) {
            int left = time.trials();
            int next = next(left);
            if (next < 0) {
                return found(End.FOUND);
            }
            if (unjudged >= UNJUDGED_TO_END) {
                return found(End.NO_VERDICT);
            }
            if (trials.size() >= MOST_TRIALS || !trials.isEmpty() && left < 1) {
                return found(End.LIMIT);
            }
            List<Trial> made = measuring.at(rate(next));
            if (made.isEmpty()) {
                return found(End.INTERRUPTED);
            }
            made.forEach(this::add);
        }
    }

    public void add(Trial trial) {
        trials.add(trial);
        if (trials.size() == 1) {
            layout = trial.layout();
        }
        if (trial.layout() != layout) {
            if (trial.met()) {
                startOver(trial.layout());
            }
        } else {
            count(trial);
        }
    }

    private void startOver(Layout other) {
        layout = other;
        curve = new HoldingCurve(size);
        counts.clear();
        unjudged = 0;
        trials.stream().filter(trial -> trial.layout() == other).forEach(this::count);
    }

    private void count(Trial trial) {
        int place = place(trial.offeredPerSecond());
        if (trial.judged()) {
            unjudged = 0;
            counts.merge(trial.offeredPerSecond(), Count.NONE.plus(trial.met()), (old, one) -> old.plus(trial.met()));
            curve.add(place, trial.met());
        } else if (++unjudged % UNJUDGED_TO_LEAVE == 0) {
            curve.add(place, false);
        }
    }

    /**
     * Returns the result of the trials so far.
     *
     * @param end the reason why there are no more
     */
    public Search found(End end) {
        Optional<Double> holds = holds();
        double from = holds.orElse(NONE);
        Optional<Double> fails = fails(from);
        return new Search(
                holds.orElse(null),
                fails.orElse(null),
                failedBelow(from),
                trials,
                count(from),
                count(fails.orElse(NONE)),
                layout,
                end);
    }

    private Count count(double perSecond) {
        return counts.getOrDefault(perSecond, Count.NONE);
    }

    /**
     * Returns the rate that fresh JVMs held. Without one, it is the highest rate that held each time, preferably of those tried
     * often enough, below each rate that a fresh JVM did not hold.
     */
    private Optional<Double> holds() {
        double limit = confirming(false).min().orElse(Double.POSITIVE_INFINITY);
        return confirming(true)
                .filter(rate -> rate < limit)
                .boxed()
                .max(Comparator.naturalOrder())
                .or(() -> provenLower().filter(rate -> rate < limit))
                .or(() ->
                        first(counts.headMap(limit, false).descendingMap(), (rate, count) -> holdsAt(rate, count, 1)));
    }

    private static Optional<Double> first(NavigableMap<Double, Count> counts, BiPredicate<Double, Count> condition) {
        return counts.entrySet().stream()
                .filter(rate -> condition.test(rate.getKey(), rate.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns whether a rate held in all of its trials, and in this many, and may be the lower end. */
    private boolean holdsAt(double rate, Count count, int least) {
        return count.of() >= least && count.met() == count.of() && isLower(place(rate));
    }

    private boolean failsAt(double rate, Count count, int least) {
        return count.of() >= least && count.met() == 0 && isUpper(place(rate));
    }

    /** Returns the rates that fresh JVMs held, or did not hold. */
    private DoubleStream confirming(boolean met) {
        return trials.stream()
                .filter(trial -> trial.confirming() && trial.judged() && trial.met() == met)
                .filter(trial -> trial.layout() == layout)
                .mapToDouble(Trial::offeredPerSecond);
    }

    /** Returns the lowest rate above that failed each time, preferably of those tried often enough. */
    private Optional<Double> fails(double holds) {
        if (counts.values().stream().allMatch(count -> count.met() == 0)) {
            return counts.keySet().stream().findFirst();
        }
        return provenUpper()
                .filter(rate -> rate > holds)
                .or(() -> first(counts.tailMap(holds, false), (rate, count) -> failsAt(rate, count, 1)));
    }

    private List<Double> failedBelow(double holds) {
        return counts.headMap(holds, false).entrySet().stream()
                .filter(rate -> 2 * rate.getValue().met() < rate.getValue().of())
                .map(Map.Entry::getKey)
                .toList();
    }

    private Optional<Double> provenLower() {
        return first(counts.descendingMap(), (rate, count) -> holdsAt(rate, count, PROOF));
    }

    private Optional<Double> provenUpper() {
        return first(counts, (rate, count) -> failsAt(rate, count, PROOF));
    }

    private boolean isLower(int place) {
        return curve.below(place) <= STILL_BEYOND;
    }

    private boolean isUpper(int place) {
        return 1 - curve.below(place) <= STILL_BEYOND;
    }

    /** Returns the place of the rate to try next; below 0 for none. */
    private int next(int left) {
        if (counts.isEmpty()) {
            return below;
        }
        int highest = counts.entrySet().stream()
                .filter(rate -> rate.getValue().met() > 0)
                .mapToInt(rate -> place(rate.getKey()))
                .max()
                .orElse(-1);
        int most = highest < 0 ? below : Math.min(size - 1, highest + (int) Math.ceil(steps(MOST_RISE)));
        int lower = curve.quantile(BEYOND);
        int upper = curve.quantile(1 - BEYOND);
        boolean isNarrow = upper - lower <= NARROW;
        boolean isClimbing = highest >= 0 && curve.quantile(0.5) >= most;
        if (!isNarrow && (isClimbing || left > TRIALS_TO_PROVE)) {
            return Math.min(most, curve.quantile(0.5));
        }
        if (provenLower().isEmpty()) {
            int place = chosenBefore(true, Math.max(0, lower - 1));
            if (place > 0) {
                return place;
            }
            return count(lowestPerSecond).of() < PROOF ? 0 : -1;
        }
        if (provenUpper().isEmpty()) {
            int place = Math.min(most, chosenBefore(false, upper));
            boolean holdsAtTheTop = place == size - 1 && count(rate(place)).met() >= PROOF;
            return holdsAtTheTop ? -1 : place;
        }
        return -1;
    }

    /** Returns a place near the chosen end that has agreed each time so far, or the chosen end. */
    private int chosenBefore(boolean isHolding, int otherwise) {
        int best = otherwise;
        int most = 0;
        for (Map.Entry<Double, Count> rate : counts.entrySet()) {
            Count count = rate.getValue();
            int place = place(rate.getKey());
            boolean agrees = isHolding ? holdsAt(rate.getKey(), count, 0) : failsAt(rate.getKey(), count, 0);
            boolean isNear = Math.abs(place - otherwise) <= NARROW;
            if (agrees && isNear && count.of() > most) {
                best = place;
                most = count.of();
            }
        }
        return best;
    }

    private int place(double perSecond) {
        int place = below + (int) Math.round(steps(perSecond / startPerSecond));
        return Math.max(0, Math.min(size - 1, place));
    }

    private double rate(int place) {
        if (place == 0) {
            return lowestPerSecond;
        }
        return place == below ? startPerSecond : round(startPerSecond * Math.pow(STEP, place - below));
    }

    private static double steps(double factor) {
        return Math.log(factor) / Math.log(STEP);
    }

    /** Rounds a rate to four digits: more would only look exact. */
    public static double round(double perSecond) {
        return BigDecimal.valueOf(perSecond).round(DIGITS).doubleValue();
    }
}
