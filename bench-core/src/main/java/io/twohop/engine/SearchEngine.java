package io.twohop.engine;

import io.twohop.account.ThreadLayout;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.explain.Explanation;
import io.twohop.judge.Trials;
import io.twohop.recording.FlightRecording;
import io.twohop.registry.TransportFile;
import io.twohop.result.Fork;
import io.twohop.result.Search.Trial;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.SharedServer;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.transport.kit.RedactedLog;
import io.twohop.workload.Layout;
import io.twohop.workload.Load;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Scenario;
import io.twohop.workload.SearchBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Searches for a rate in this JVM. Each trial opens a transport and measures a window of its own, so that no trial inherits a
 * queue and no percentile includes the search. The JVM stays warm, and so does the server that the transport may need. The
 * first trial warms them up; the others only settle. All have the layout of the first, unless another layout holds a rate that
 * the first did not.
 */
public final class SearchEngine {
    private static final double LOWEST_PER_SECOND = 1;

    /** Factor for arrivals that are not even. */
    private static final double SPARE_SAMPLES = 1.1;

    private static final double ROUNDING = 1e-6;

    private final RunPlan plan;
    private final Scenario scenario;
    private final SearchBudget budget;
    private final RunListener listener;
    private final NanoClock clock = SystemNanoClock.INSTANCE;
    private final long startNanos = clock.nanoTime();
    private Optional<ThreadLayout> layout = Optional.empty();
    private boolean hasTriedOther;
    private int trials;
    private long longestTrialNanos;
    private Optional<String> server = Optional.empty();

    /**
     * @param listener notified of every trial as of a run, and then of the result
     */
    SearchEngine(RunPlan plan, SearchBudget budget, RunListener listener) {
        this.plan = plan;
        this.scenario = plan.scenario();
        this.budget = budget;
        this.listener = listener;
        longestTrialNanos = budget.trial().toNanos();
    }

    void run() throws Exception {
        TransportFile file = plan.transport();
        Path data = Files.createDirectories(plan.dataDirectory().resolve("server"));
        Optional<SharedServer> started = file.server().isPresent()
                ? Optional.empty()
                : file.startServer(SharedServer.LOOPBACK, data, plan.serverLogs());
        try {
            server = started.map(SharedServer::access).or(file::server);
            listener.onSearched(of(scenario).search(this::tryAt, this::trialsLeft));
        } finally {
            started.ifPresent(SharedServer::close);
        }
    }

    private static RateSearch of(Scenario scenario) {
        return new RateSearch(scenario.load().perSecond(), lowestPerSecond(scenario));
    }

    public static RateSearch resumed(Scenario scenario, List<Trial> trials) {
        RateSearch search = of(scenario);
        trials.forEach(search::add);
        return search;
    }

    /** Returns the lowest rate, in messages per second, with enough samples to judge the objective. */
    public static double lowestPerSecond(Scenario scenario) {
        double samples = scenario.objective().latencies().stream()
                .mapToDouble(limit -> Percentiles.samplesNeeded(limit.percentile()))
                .max()
                .orElse(0);
        double enough = SPARE_SAMPLES * samples / scenario.load().seconds();
        // One more message than enough would only show how doubles are rounded.
        return Math.max(LOWEST_PER_SECOND, Math.ceil(enough - ROUNDING));
    }

    private int trialsLeft() {
        // The next trial may be the first that leaves messages to wait for.
        long mostNanos = budget.search().minus(budget.drain()).toNanos();
        long leftNanos = mostNanos - (clock.nanoTime() - startNanos);
        return (int) Math.max(0, leftNanos / longestTrialNanos);
    }

    private List<Trial> tryAt(double perSecond) throws Exception {
        List<Trial> made = new ArrayList<>();
        Layout known =
                layout.map(ThreadLayout::layout).orElse(scenario.placement().layout());
        Trial trial = trial(perSecond, known);
        made.add(trial);
        boolean isSingle = layout.filter(its -> its.layout() == Layout.SINGLE).isPresent();
        boolean mayBeFull = isSingle && trial.judged() && !trial.met();
        if (mayBeFull && scenario.placement().layout() == Layout.AUTO && !hasTriedOther) {
            // At this rate, auto may choose two threads.
            made.add(trial(perSecond, Layout.AUTO));
            hasTriedOther = layout.filter(its -> its.layout() == Layout.SINGLE).isEmpty();
        }
        return made;
    }

    private Trial trial(double perSecond, Layout asked) throws Exception {
        long beginNanos = clock.nanoTime();
        boolean isFirst = trials == 0;
        Fork fork = measure(perSecond, asked, isFirst ? budget.warmup() : budget.settling());
        Trial trial = Trials.of(perSecond, false, List.of(fork), scenario.objective());
        if (trial.judged() && !trial.met()) {
            // A failure that the machine may have caused is no verdict on the rate.
            trial = Trials.of(perSecond, false, List.of(trusted(fork)), scenario.objective());
        }
        if (layout.isEmpty() || trial.met()) {
            layout = Optional.ofNullable(fork.layout()).or(() -> layout);
        }
        if (!isFirst) {
            longestTrialNanos = Math.max(longestTrialNanos, clock.nanoTime() - beginNanos);
        }
        listener.onTrial(trial);
        return trial;
    }

    private Fork measure(double perSecond, Layout asked, Duration warmup) throws Exception {
        Load load = scenario.load()
                .at(perSecond)
                .lasting(warmup, scenario.load().duration())
                .draining(budget.drain());
        Scenario single = scenario.with(load).with(scenario.placement().with(asked));
        RunPlan trial = plan.trial(++trials, single, server);
        ForkCollector collector = new ForkCollector(1, perSecond, load.seconds());
        Files.deleteIfExists(recording());
        FlightRecording recorded =
                new FlightRecording(new JvmRecorder(single.jfr(), recording(), plan.dataDirectory()));
        try {
            new Engine(Measurement.of(trial), new RunListeners(collector, listener)).run();
        } finally {
            recorded.close();
            RedactedLog.handOver(trial.serverLogs(), plan.serverLogs());
        }
        OwnedDirectory.delete(trial.dataDirectory());
        return collector.toFork(null);
    }

    private Path recording() {
        return plan.dataDirectory().resolve("trial.jfr");
    }

    private Fork trusted(Fork fork) {
        try {
            return Files.isRegularFile(recording())
                    ? Explanation.of(recording(), List.of(), fork)
                            .filter(explanation -> !explanation.delays().isEmpty())
                            .map(explanation -> fork.trusted(explanation.delays()))
                            .orElse(fork)
                    : fork;
        } catch (IOException e) {
            System.err.println("the flight recording of a trial cannot be read: " + e);
            return fork;
        }
    }
}
