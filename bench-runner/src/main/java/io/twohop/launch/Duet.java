package io.twohop.launch;

import io.twohop.account.Interval;
import io.twohop.config.Nanos;
import io.twohop.config.Rate;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.Fork;
import io.twohop.result.SideBySide;
import io.twohop.schedule.DuetSlices;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Two runs whose forks are measured side by side. Both JVMs are warm at once and take turns in slices of time, so that a machine that
 * slows down for longer than a slice slows both. Duet benchmarking (Bulej et al., ICPE 2020) runs both at the same time. Two runs whose
 * threads spin would slow each other down, so here one stands still meanwhile.
 */
public final class Duet {
    /** Slices if possible: the shorter they are, the more of the machine's noise do neighbours share. */
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Slices if short ones have too few messages for the percentile. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final double PERCENTILE = 99;

    /** Rest at either end of a slice is this part of it. */
    private static final int REST_PART = 10;

    private final Map<Integer, Round> rounds = new ConcurrentHashMap<>();
    private final long seed;
    private final long sliceNanos;
    private final ForkedRun.Patience limits;

    /**
     * Creates a duet.
     *
     * @param seed of the order of slices
     * @param rates offered by the two runs
     * @param limits on the silence of a JVM
     */
    public Duet(long seed, List<Rate> rates, ForkedRun.Patience limits) {
        this.seed = seed;
        this.sliceNanos = rates.stream().allMatch(Duet::fillsShortSlices) ? SHORT_NANOS : LONG_NANOS;
        this.limits = limits;
    }

    private static boolean fillsShortSlices(Rate rate) {
        double seconds = (SHORT_NANOS - 2 * restNanos(SHORT_NANOS)) / Nanos.PER_SECOND;
        return Percentiles.supports(seconds * rate.perSecond(), PERCENTILE);
    }

    private static long restNanos(long sliceNanos) {
        return sliceNanos / REST_PART;
    }

    /**
     * Describes the duet for a result.
     *
     * @param with the other run
     */
    public SideBySide with(CellRun with) {
        return new SideBySide(
                with.title(), sliceNanos / Nanos.PER_SECOND, restNanos(sliceNanos) / Nanos.PER_SECOND, seed);
    }

    /** Returns the share of a slice in which messages are due. */
    public double sendingShare() {
        return (double) slices(1, 0).sendingNanos() / sliceNanos;
    }

    /** Returns the length of a round in seconds: of a fork's warm-up and window, in whole blocks of slices. */
    public long seconds(Workload workload) {
        DuetSlices slices = slices(1, 0);
        return TimeUnit.NANOSECONDS.toSeconds(
                slices.takenNanos(workload.warmup().toNanos())
                        + slices.takenNanos(workload.duration().toNanos()));
    }

    /**
     * Returns the side whose JVM starts first. It is drawn for every two rounds, and the sides change places in the second, so that the
     * order does not become part of the comparison.
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
     * Returns the place where a side is measured: fork n of one side meets fork n of the other.
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
                return plan.takesTurns()
                        ? rounds.computeIfAbsent(number, added -> new Round(first(number)))
                                .attempt(side, number, plan, limits, progress)
                        : alone.attempt(number, plan, progress);
            }

            @Override
            public void check(RunPlan plan, Measurement measurement) {
                alone.check(plan, measurement);
            }
        };
    }

    /**
     * The meeting of two forks: one JVM starts once the other is connected, both begin at one instant, and neither closes before the
     * other is measured. If one ends early, the other is ended too. Any thread.
     */
    private static final class Round {
        private static final int BOTH = 2;

        /** Time for both to receive the start and to wake up. */
        private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

        private final ForkedRun[] runs = new ForkedRun[BOTH];
        private final boolean[] connected = new boolean[BOTH];
        private final boolean[] ended = new boolean[BOTH];
        private final int first;
        private boolean broken;

        /** @param first the side whose JVM starts first */
        Round(int first) {
            this.first = first;
        }

        /** Prepares the fork of a side. */
        Attempt attempt(int side, int number, RunPlan plan, ForkedRun.Patience limits, RunListener progress) {
            ForkedRun run = new ForkedRun(number, plan, limits, new RunListeners(new Meeting(side), progress));
            synchronized (this) {
                runs[side] = run;
            }
            return new Attempt() {
                @Override
                public Fork run() throws IOException, InterruptedException {
                    try {
                        awaitTurn(side);
                        return run.run();
                    } finally {
                        leave(side);
                    }
                }

                @Override
                public void abort() {
                    run.abort();
                    leave(side);
                }

                @Override
                public boolean ranOutOfMemory() {
                    return run.ranOutOfMemory();
                }
            };
        }

        /** Leaves the machine to the JVM that starts first, which also tries out its layout. */
        private synchronized void awaitTurn(int side) throws InterruptedException {
            while (side != first && !connected[first] && !broken) {
                wait();
            }
        }

        private synchronized void connect(int side) {
            connected[side] = true;
            notifyAll();
            if (connected[0] && connected[1]) {
                both(ParentMessage.Start.onOneMachine(System.nanoTime() + LEAD_NANOS));
            }
        }

        private synchronized void end(int side) {
            ended[side] = true;
            if (ended[0] && ended[1]) {
                both(new ParentMessage.End());
            }
        }

        private void both(ParentMessage message) {
            for (ForkedRun run : runs) {
                run.tell(message);
            }
        }

        /** Ends the other fork too, which would wait for ever. */
        private void leave(int side) {
            Optional<ForkedRun> other = Optional.empty();
            synchronized (this) {
                if (!broken && !(ended[0] && ended[1])) {
                    other = Optional.ofNullable(runs[1 - side]);
                }
                broken = true;
                notifyAll();
            }
            other.ifPresent(run -> run.abandon("the fork that it took turns with fell out"));
        }

        /** Receives a side's notifications. */
        private final class Meeting implements RunListener {
            private final int side;

            Meeting(int side) {
                this.side = side;
            }

            @Override
            public void onConnected(String address) {
                connect(side);
            }

            @Override
            public void onStarted(Started started) {}

            @Override
            public void onInterval(Interval interval) {}

            @Override
            public void onEnded(Ended over) {
                end(side);
            }
        }
    }
}
