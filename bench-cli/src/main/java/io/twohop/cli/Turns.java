package io.twohop.cli;

import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.launch.CellMeasurement;
import io.twohop.launch.CellRun;
import io.twohop.launch.RunNames;
import io.twohop.result.BenchmarkResult;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** Several runs whose forks take turns. */
final class Turns implements AutoCloseable {
    private final Map<CellRun, CellMeasurement> measurements = new IdentityHashMap<>();
    private final List<CellRun> runs;
    private final int forks;
    private final boolean isFixed;
    private final Workload ofOneFork;
    private final Function<CellRun, RunListener> watchers;
    private final PrintStream err;

    /** @param watchers who else is notified of a run's forks */
    Turns(List<CellRun> runs, Workload workload, Function<CellRun, RunListener> watchers, PrintStream err) {
        this.runs = runs;
        this.forks = workload.forks();
        this.isFixed = workload.precision().isEmpty();
        this.ofOneFork = workload.toBuilder().forks(1).build();
        this.watchers = watchers;
        this.err = err;
    }

    /** One fork of each run a round, in an order dealt anew; until each has enough, or until interrupted. */
    void take(Random random, Interruption interruption) throws IOException, InterruptedException {
        String call = RunNames.runId();
        for (CellRun run : runs) {
            measurements.put(run, run.begin(call));
        }
        for (int fork = 1; !isEnough() && !interruption.hasCome(); fork++) {
            List<CellRun> round = new ArrayList<>(runs);
            Collections.shuffle(round, random);
            for (int i = 0; i < round.size() && !interruption.hasCome(); i++) {
                measure(round.get(i), fork);
            }
        }
    }

    private boolean isEnough() {
        return measurements.values().stream().allMatch(CellMeasurement::isEnough);
    }

    private void measure(CellRun run, int fork) throws IOException, InterruptedException {
        String title = "[fork " + fork + (isFixed ? "/" : " of at most ") + forks + "] " + run.title();
        try (ProgressDisplay progress = ProgressDisplay.on(err, title, ofOneFork)) {
            measurements.get(run).fork(new RunListeners(progress, watchers.apply(run)));
        }
    }

    /** What the forks of a run came to. */
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
