package io.twohop.engine;

import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.judge.Trials;
import io.twohop.registry.TransportFile;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import io.twohop.result.Search.Trial;
import io.twohop.transport.SharedServer;
import io.twohop.workload.Jfr;
import io.twohop.workload.Mode;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Searches for a rate in this JVM: each trial opens a transport of its own and measures a window of its own, so that no
 * trial inherits a queue and no percentile includes the search; but the JVM stays warm, and so does the server that the
 * transport may need. The first trial only warms them up.
 */
public final class SearchEngine {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double LOWEST_PER_SECOND = 1;

    /** Arrivals do not come evenly. */
    private static final double SPARE_SAMPLES = 1.1;

    private final RunPlan plan;
    private final Workload workload;
    private final RunListener listener;
    private int trials;
    private String server;

    /** @param listener notified of every trial as of a run, and then of what came of it */
    SearchEngine(RunPlan plan, RunListener listener) {
        this.plan = plan;
        this.workload = plan.workload();
        this.listener = listener;
    }

    void run() throws Exception {
        TransportFile file = plan.transport();
        Path data = Files.createDirectories(plan.dataDirectory().resolve("server"));
        SharedServer started = file.server() == null
                ? file.startServer(SharedServer.LOOPBACK, data, plan.logDirectory())
                        .orElse(null)
                : null;
        try {
            server = started == null ? file.server() : started.address();
            double startPerSecond = workload.rates().get(0).perSecond();
            measure(startPerSecond);
            Search search = new RateSearch(startPerSecond, lowestPerSecond(workload), this::trial).search();
            listener.onSearched(search);
        } finally {
            if (started != null) {
                started.close();
            }
        }
    }

    /** Below it there would be too few samples to judge the objective by. */
    public static double lowestPerSecond(Workload workload) {
        double samples = workload.objective().latencies().stream()
                .mapToDouble(limit -> Percentiles.samplesNeeded(limit.percentile()))
                .max()
                .orElse(0);
        double seconds = workload.duration().toNanos() / NANOS_PER_SECOND;
        return Math.max(LOWEST_PER_SECOND, SPARE_SAMPLES * samples / seconds);
    }

    /** The workload at one rate, in an open loop. */
    public static Workload at(Workload workload, double perSecond) {
        return workload.toBuilder().mode(Mode.LATENCY).rate(perSecond).build();
    }

    private Trial trial(double perSecond) throws Exception {
        Trial trial = Trials.of(perSecond, false, List.of(measure(perSecond)), workload.objective());
        listener.onTrial(trial);
        return trial;
    }

    private Fork measure(double perSecond) throws Exception {
        Workload single = at(workload, perSecond).toBuilder().jfr(Jfr.OFF).build();
        RunPlan trial = plan.trial(++trials, single, server);
        ForkCollector collector =
                new ForkCollector(1, perSecond, single.duration().toNanos() / NANOS_PER_SECOND);
        new Engine(Measurement.of(trial), new RunListeners(collector, listener)).run();
        PrivateDirectory.delete(trial.dataDirectory());
        return collector.toFork(null);
    }
}
