package io.twohop.workload;

import io.twohop.config.Quantities;
import java.time.Duration;

/**
 * Division of a search's time limit: warm-up, trials, and the measurement of the result in fresh JVMs.
 *
 * @param warmup warm-up of the JVM that searches, before its first trial
 * @param settling time before each trial's window, in a JVM that is warm
 * @param window measured time of each trial
 * @param drain longest wait for a trial's messages under way
 * @param result one measurement of the result, in all its forks
 * @param floor measurement of the floor afterwards
 * @param limit all together
 */
public record SearchBudget(
        Duration warmup,
        Duration settling,
        Duration window,
        Duration drain,
        Duration result,
        Duration floor,
        Duration limit) {
    /** Fewest trials in which a search can find something. */
    public static final int FEWEST_TRIALS = 8;

    /** Number of trials that a search usually makes; for estimates. */
    public static final int USUAL_TRIALS = 20;

    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(1);

    /** Start of a JVM and of what it connects to, and what is read from its recording afterwards. */
    private static final Duration OF_A_JVM = Duration.ofSeconds(4);

    /** Opening and closing of a transport. */
    private static final Duration OF_A_TRIAL = Duration.ofSeconds(1);

    private static final Duration LONGEST_FLOOR_WARMUP = Duration.ofSeconds(10);

    /** Largest part of the limit that allows for a second measurement of the result. */
    private static final int PART_FOR_A_SECOND = 6;

    /** Divides a workload's limit. */
    public static SearchBudget of(Workload workload) {
        Duration fork = OF_A_JVM.plus(workload.warmup()).plus(workload.duration());
        Duration shortest = Quantities.shorter(workload.get(Keys.DRAIN), max(LONGEST_SETTLING, workload.duration()));
        Duration floor = workload.floor().isZero()
                ? Duration.ZERO
                : OF_A_JVM.plus(Quantities.shorter(workload.warmup(), LONGEST_FLOOR_WARMUP))
                        .plus(Quantities.shorter(workload.duration(), workload.floor()));
        return new SearchBudget(
                workload.warmup(),
                Quantities.shorter(workload.warmup(), LONGEST_SETTLING),
                workload.duration(),
                shortest,
                fork.multipliedBy(workload.forks()),
                floor,
                workload.get(Keys.SEARCH_LIMIT));
    }

    /** Returns the time of a trial that holds. */
    public Duration trial() {
        return settling.plus(window).plus(OF_A_TRIAL);
    }

    /** Returns the time that a search and its result usually take. */
    public Duration usual() {
        Duration usual =
                warmup.plus(trial().multipliedBy(USUAL_TRIALS)).plus(result).plus(floor);
        return Quantities.shorter(usual, limit);
    }

    /** Returns the least limit that is worth a search. */
    Duration least() {
        return Duration.ofSeconds(OF_A_JVM.plus(warmup)
                        .plus(trial().multipliedBy(FEWEST_TRIALS))
                        .plus(result)
                        .plus(floor)
                        .toSeconds()
                + 1);
    }

    /** Returns the time that the search may take, from the start of its JVM; the rest is for the result. */
    public Duration search() {
        Duration rest = limit.minus(result).minus(floor);
        boolean hasSecond = result.multipliedBy(PART_FOR_A_SECOND).compareTo(limit) <= 0;
        Duration search = hasSecond ? rest.minus(result) : rest;
        return Quantities.shorter(search, rest);
    }

    /** Returns whether there is time for the result and the floor after this time. */
    public boolean hasTimeForResultAfter(Duration passed) {
        return passed.plus(result).plus(floor).compareTo(limit) <= 0;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
