package io.twohop.cli.session;

import io.twohop.cli.terminal.DuetDisplay;
import io.twohop.cli.terminal.ProgressDisplay;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.launch.CellMeasurement;
import io.twohop.launch.CellRun;
import io.twohop.launch.Duet;
import io.twohop.launch.RunNames;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.SideBySide;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs whose forks take turns. */
final class Turns implements AutoCloseable {
    private final Map<CellRun, CellMeasurement> measurements = new IdentityHashMap<>();
    private final List<CellRun> runs;
    private final int forks;
    private final boolean isFixed;
    private final Workload ofOneFork;
    private final Function<CellRun, RunListener> watchers;
    private final PrintStream err;

    /** @param watchers listeners of a run's forks, beside the terminal */
    Turns(List<CellRun> runs, Workload workload, Function<CellRun, RunListener> watchers, PrintStream err) {
        this.runs = runs;
        this.forks = workload.forks();
        this.isFixed = workload.precision().isEmpty();
        this.ofOneFork = workload.toBuilder().forks(1).build();
        this.watchers = watchers;
        this.err = err;
    }

    /** Measures one fork of each run per round, until all runs have enough or an interruption. */
    void take(Random random, Interruption interruption) throws IOException, InterruptedException {
        begin(run -> null);
        TurnOrder<CellRun> order = new TurnOrder<>(runs, random);
        for (int fork = 1; !isEnough() && !interruption.hasCome(); fork++) {
            List<CellRun> round = order.next();
            for (int i = 0; i < round.size() && !interruption.hasCome(); i++) {
                measure(round.get(i), fork);
            }
        }
    }

    /** @param duet how a run is measured beside the other; returns null unless they run side by side */
    private void begin(Function<CellRun, SideBySide> duet) throws IOException, InterruptedException {
        String call = RunNames.runId();
        for (CellRun run : runs) {
            measurements.put(run, run.begin(call, duet.apply(run)));
        }
    }

    /** Measures one fork of each of two runs per round, side by side. */
    void takeTogether(Duet duet, Interruption interruption) throws IOException, InterruptedException {
        begin(run -> duet.with(runs.get(run == runs.get(0) ? 1 : 0)));
        for (int fork = 1; !isEnough() && !interruption.hasCome(); fork++) {
            measureTogether(fork, duet);
        }
    }

    private void measureTogether(int fork, Duet duet) throws IOException, InterruptedException {
        String title = title(fork, runs.get(0).title() + " and " + runs.get(1).title());
        try (ProgressDisplay progress = ProgressDisplay.on(err, title, duet.seconds(ofOneFork))) {
            ExecutorService second = Executors.newSingleThreadExecutor();
            try {
                Future<Void> other = second.submit(() -> {
                    forkTogether(1, duet, progress);
                    return null;
                });
                forkTogether(0, duet, progress);
                other.get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause().getMessage(), e.getCause());
            } finally {
                // If one side fails, the duet ends the other, which must return before its files are closed.
                second.shutdown();
                second.awaitTermination(1, TimeUnit.MINUTES);
            }
        }
    }

    private void forkTogether(int side, Duet duet, ProgressDisplay progress) throws IOException, InterruptedException {
        CellRun run = runs.get(side);
        DuetDisplay display = new DuetDisplay(progress, run.transport(), side == 0, duet.sendingShare());
        measurements.get(run).fork(new RunListeners(display, watchers.apply(run)));
    }

    private String title(int fork, String what) {
        return "[fork " + fork + (isFixed ? "/" : " of at most ") + forks + "] " + what;
    }

    private boolean isEnough() {
        return measurements.values().stream().allMatch(CellMeasurement::isEnough);
    }

    private void measure(CellRun run, int fork) throws IOException, InterruptedException {
        String title = title(fork, run.title());
        try (ProgressDisplay progress = ProgressDisplay.on(err, title, ofOneFork)) {
            measurements.get(run).fork(new RunListeners(progress, watchers.apply(run)));
        }
    }

    /** Returns the result of a run's forks. */
    BenchmarkResult finish(CellRun run) throws IOException, InterruptedException {
        return measurements.get(run).finish();
    }

    @Override
    public void close() throws IOException {
        for (CellMeasurement measurement : measurements.values()) {
            measurement.close();
        }
    }
}
