package io.twohop.agents;

import io.twohop.account.Interval;
import io.twohop.agents.Beat.Phase;
import io.twohop.config.ConfigException;
import io.twohop.engine.ParentCommands;
import io.twohop.engine.PrivateDirectory;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.engine.protocol.Start;
import io.twohop.fault.Injection;
import io.twohop.launch.Explanations;
import io.twohop.launch.ForkedRun;
import io.twohop.replay.FileScan;
import io.twohop.result.Fork;
import io.twohop.workload.Arrivals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** Generators and sinks, in a JVM of their own. */
final class LoadWork extends PartWork implements RunListener {
    private static final String RECORDING = "recording.jfr";
    private static final double NANOS_PER_SECOND = 1e9;

    private final List<Interval> intervals = new CopyOnWriteArrayList<>();
    private volatile Started started;
    private volatile Ended ended;
    private volatile ForkedRun run;
    private volatile boolean aborted;

    LoadWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
    }

    @Override
    PartReport measure() throws Exception {
        checkArrivals(plan().scenario().load().arrivals());
        try (PrivateDirectory data = new PrivateDirectory()) {
            PartPlan part = plan();
            RunPlan itsPlan = part.runPlan(data.path(), logs(), part.recorded() ? RECORDING : null, part.joins());
            run = new ForkedRun(part.seat().fork(), itsPlan, ForkedRun.Patience.DEFAULT, this);
            if (aborted) {
                run.abort();
            }
            Fork fork = Explanations.explain(run.run(), itsPlan.recording(), false);
            boolean said = ended != null && Objects.equals(ended.failure(), fork.failure());
            return new PartReport(
                    started,
                    List.copyOf(intervals),
                    ended,
                    said ? null : fork.failure(),
                    fork.memory(),
                    fork.tail(),
                    fork.trust() == null ? null : fork.trust().delays(),
                    null,
                    null,
                    List.of(),
                    List.of());
        }
    }

    /** From another file than the other loads, it would send other messages. */
    private static void checkArrivals(Arrivals arrivals) {
        if (arrivals.isReplay()) {
            FileScan here = FileScan.of(arrivals, (offsetNanos, line) -> {});
            if (!here.sha256().equals(arrivals.contents().sha256())) {
                throw ConfigException.invalid(
                        "arrivals.file",
                        arrivals.file(),
                        "the bytes that it has where the bench was called; copy it from there");
            }
        }
    }

    @Override
    void start(Start start) throws IOException {
        run.say(ParentCommands.START + Protocol.line(start));
    }

    @Override
    void hear(List<Injection> done) throws IOException {
        run.say(ParentCommands.FAULTS + Protocol.line(done));
    }

    @Override
    void finish() throws IOException {
        run.say(ParentCommands.CLOSE);
    }

    @Override
    void abort() {
        aborted = true;
        ForkedRun running = run;
        if (running != null) {
            running.abort();
        }
    }

    @Override
    public void onConnected(String address) {
        connectedAt(address);
    }

    @Override
    public void onStarted(Started its) {
        started = its;
        to(Phase.WORKING);
    }

    @Override
    public void onInterval(Interval interval) {
        intervals.add(interval);
        second(interval.endNanos() / NANOS_PER_SECOND, interval.sent(), interval.completed());
    }

    @Override
    public void onEnded(Ended its) {
        ended = its;
        to(Phase.MEASURED);
    }
}
