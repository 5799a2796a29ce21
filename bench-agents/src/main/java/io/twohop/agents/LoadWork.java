package io.twohop.agents;

import io.twohop.account.Interval;
import io.twohop.agents.Beat.Phase;
import io.twohop.config.ConfigException;
import io.twohop.config.Nanos;
import io.twohop.engine.PrivateDirectory;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.launch.Explanations;
import io.twohop.launch.ForkedRun;
import io.twohop.replay.FileScan;
import io.twohop.result.Fork;
import io.twohop.result.Trust;
import io.twohop.workload.Arrivals;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A part that generates and consumes messages, in a child JVM. */
final class LoadWork extends PartWork implements RunListener {
    private static final String RECORDING = "recording.jfr";

    private final List<Interval> intervals = new CopyOnWriteArrayList<>();
    private volatile Started started;
    private volatile Ended ended;
    private volatile Optional<ForkedRun> run = Optional.empty();
    private volatile boolean aborted;

    LoadWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
    }

    @Override
    PartReport measure() throws Exception {
        checkArrivals(plan().scenario().load().arrivals());
        try (PrivateDirectory data = new PrivateDirectory()) {
            PartPlan part = plan();
            RunPlan unrecorded = part.runPlan(data.path(), logs());
            RunPlan itsPlan = part.recorded() ? unrecorded.recordedTo(RECORDING) : unrecorded;
            ForkedRun forked = new ForkedRun(part.seat().fork(), itsPlan, ForkedRun.Patience.DEFAULT, this);
            run = Optional.of(forked);
            if (aborted) {
                forked.abort();
            }
            Fork fork = Explanations.explain(forked.run(), itsPlan.recorder().file(), false);
            boolean said = ended != null && Objects.equals(ended.failure(), fork.failure());
            return new PartReport(
                    new PartReport.Load(
                            started,
                            List.copyOf(intervals),
                            Optional.ofNullable(ended)
                                    .map(its -> its.with(fork.incidents()))
                                    .orElse(null),
                            fork.recorded().memory(),
                            fork.recorded().tail(),
                            fork.trust().map(Trust::delays).orElse(null)),
                    PartReport.Service.NONE,
                    said ? null : fork.failure(),
                    List.of());
        }
    }

    /** A load with another file than the other loads would send other messages. */
    private static void checkArrivals(Arrivals arrivals) {
        if (arrivals.isReplay()) {
            FileScan here = FileScan.of(arrivals.file(), (offsetNanos, line) -> {});
            if (!here.sha256().equals(arrivals.file().contents().sha256())) {
                throw ConfigException.invalid(
                        "arrivals.file",
                        arrivals.file().path(),
                        "the bytes that it has where the bench was called; copy it from there");
            }
        }
    }

    @Override
    void tell(ParentMessage message) {
        run.orElseThrow().tell(message);
    }

    @Override
    void abort() {
        aborted = true;
        run.ifPresent(ForkedRun::abort);
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
        second(interval.endNanos() / Nanos.PER_SECOND, interval.sent(), interval.completed());
    }

    @Override
    public void onEnded(Ended its) {
        ended = its;
        to(Phase.MEASURED);
    }
}
