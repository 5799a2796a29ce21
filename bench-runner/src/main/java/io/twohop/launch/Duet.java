package io.twohop.launch;

import io.twohop.config.Rate;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.SideBySide;
import io.twohop.schedule.DuetSlices;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Two runs whose forks are measured side by side: both JVMs are warm at once and take turns in slices of time, so that a machine that
 * is slower for longer than that is slower for both. Duet benchmarking (Bulej et al., ICPE 2020) runs both at the same time; where
 * a handful of threads spin on a handful of cores they would slow each other down, so here one stands still meanwhile.
 */
public final class Duet {
    /** The shorter a slice, the more of the machine's noise do neighbours share. */
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Where short ones have too few messages for this percentile. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final double PERCENTILE = 99;

    /** So much of a slice is rest, at either end. */
    private static final int REST_PART = 10;

    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<Integer, DuetRound> rounds = new ConcurrentHashMap<>();
    private final long seed;
    private final long sliceNanos;
    private final ForkedRun.Patience limits;

    /**
     * @param seed of the orders of slices
     * @param rates of both runs
     * @param limits on a JVM that says nothing
     */
    public Duet(long seed, List<Rate> rates, ForkedRun.Patience limits) {
        this.seed = seed;
        this.sliceNanos = rates.stream().allMatch(Duet::fillsShortSlices) ? SHORT_NANOS : LONG_NANOS;
        this.limits = limits;
    }

    private static boolean fillsShortSlices(Rate rate) {
        double seconds = (SHORT_NANOS - 2 * restNanos(SHORT_NANOS)) / NANOS_PER_SECOND;
        return Percentiles.supports(seconds * rate.perSecond(), PERCENTILE);
    }

    private static long restNanos(long sliceNanos) {
        return sliceNanos / REST_PART;
    }

    /**
     * For a result.
     *
     * @param with the other run
     */
    public SideBySide with(CellRun with) {
        return new SideBySide(
                with.title(), sliceNanos / NANOS_PER_SECOND, restNanos(sliceNanos) / NANOS_PER_SECOND, seed);
    }

    /** The part of a slice in which messages are due. */
    public double sendingShare() {
        return (double) slices(1, 0).sendingNanos() / sliceNanos;
    }

    /** How long a round takes, in whole seconds: for both, what a fork takes alone, in whole blocks of slices. */
    public long seconds(Workload workload) {
        DuetSlices slices = slices(1, 0);
        return TimeUnit.NANOSECONDS.toSeconds(
                slices.blocksNanos(workload.warmup().toNanos())
                        + slices.blocksNanos(workload.duration().toNanos()));
    }

    /**
     * Which side's JVM starts first. Chance decides for each two rounds, in the second of which both sides change places, lest the
     * order be a part of what is compared.
     *
     * @param number of the round, from 1
     */
    int first(int number) {
        return place(number, new SplittableRandom(seedOf(number)).nextInt(2));
    }

    DuetSlices slices(int number, int side) {
        return new DuetSlices(seedOf(number), place(number, side), sliceNanos, restNanos(sliceNanos));
    }

    private long seedOf(int number) {
        return seed + (number - 1) / 2;
    }

    private static int place(int number, int side) {
        return number % 2 == 0 ? 1 - side : side;
    }

    /**
     * Where one of both is measured: fork n of one meets fork n of the other.
     *
     * @param side 0 or 1
     */
    public Place side(int side) {
        Place alone = Place.forked(limits);
        return new Place() {
            @Override
            public RunPlan ofFork(int number, RunPlan plan) {
                return plan.takingTurns(slices(number, side));
            }

            @Override
            public Attempt attempt(int number, RunPlan plan, RunListener progress) {
                return plan.slices() == null
                        ? alone.attempt(number, plan, progress)
                        : rounds.computeIfAbsent(number, added -> new DuetRound(first(number)))
                                .attempt(number, plan, limits, progress);
            }

            @Override
            public void check(RunPlan plan, Measurement measurement) {
                alone.check(plan, measurement);
            }
        };
    }
}
