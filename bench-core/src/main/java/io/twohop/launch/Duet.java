package io.twohop.launch;

import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.SideBySide;
import io.twohop.schedule.DuetSlices;
import io.twohop.workload.Workload;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Two runs whose forks are measured side by side: both JVMs are warm at once and take turns by the second, so that a machine that
 * is slower for longer than that is slower for both. Duet benchmarking (Bulej et al., ICPE 2020) runs both at the same time; where
 * a handful of threads spin on a handful of cores they would slow each other down, so here one stands still meanwhile.
 */
public final class Duet {
    private static final long SLICE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<Integer, DuetRound> rounds = new ConcurrentHashMap<>();
    private final long seed;
    private final ForkedRun.Patience limits;

    /**
     * @param seed of the orders of slices
     * @param limits on a JVM that says nothing
     */
    public Duet(long seed, ForkedRun.Patience limits) {
        this.seed = seed;
        this.limits = limits;
    }

    /**
     * For a result.
     *
     * @param with the other run
     */
    public SideBySide with(CellRun with) {
        return new SideBySide(with.title(), SLICE_NANOS / NANOS_PER_SECOND, REST_NANOS / NANOS_PER_SECOND, seed + 1);
    }

    /** How long a round takes, in whole seconds: for both, what a fork takes alone, in whole blocks of slices. */
    public long seconds(Workload workload) {
        DuetSlices slices = slices(0, 0);
        return TimeUnit.NANOSECONDS.toSeconds(
                slices.blocksNanos(workload.warmup().toNanos())
                        + slices.blocksNanos(workload.duration().toNanos()));
    }

    /** Chance decides for each round who starts first, lest that be a part of what is compared. */
    int first(int number) {
        return new SplittableRandom(seed + number).nextInt(2);
    }

    private DuetSlices slices(int number, int side) {
        return new DuetSlices(seed + number, side, SLICE_NANOS, REST_NANOS);
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
