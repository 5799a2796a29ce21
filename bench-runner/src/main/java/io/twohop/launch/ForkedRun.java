package io.twohop.launch;

import io.twohop.config.Texts;
import io.twohop.engine.Cleaning;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.SearchEngine;
import io.twohop.engine.ServiceProcess;
import io.twohop.engine.protocol.ChildJvm;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.kit.LogTail;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.transport.kit.RedactedLog;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A measurement in a {@link ChildJvm}. However that JVM ends (in order, by a crash, without memory, killed, hung), its reports are kept
 * and the reason is named.
 */
public final class ForkedRun implements Attempt {
    /** Limits on the silence of a child: before warm-up begins, and between its reports of each second. */
    public record Patience(Duration start, Duration silence) {
        /** Limits that no server exceeds: 100 s to start, and 15 s between reports. */
        public static final Patience DEFAULT = new Patience(Duration.ofSeconds(100), Duration.ofSeconds(15));

        /** Time that a broker may take to create a topic with its replicas. */
        private static final Duration TOPIC = Duration.ofMillis(20);

        Patience forTopics(int topics) {
            return new Patience(start.plus(TOPIC.multipliedBy(topics)), silence);
        }
    }

    private static final String INTERRUPTED = "interrupted";
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(20);
    private static final Duration ASKED_LIMIT = Duration.ofSeconds(6);

    /** Time for a child whose parent was killed to delete what it made. */
    private static final Duration ORPHAN_LIMIT = Duration.ofSeconds(60);

    private final RunPlan plan;
    private final Scenario scenario;
    private final Sandbox sandbox;
    private final Patience limits;
    private final ForkCollector collector;
    private final RunListener listeners;
    private final Path log;
    private volatile Optional<ChildJvm> child = Optional.empty();
    private volatile boolean aborted;
    private volatile Optional<String> killed = Optional.empty();

    /** @param progress notified of the reports as they arrive, by the thread that calls {@link #run} */
    public ForkedRun(int number, RunPlan plan, Patience limits, RunListener progress) {
        this.plan = plan;
        this.scenario = plan.scenario();
        this.sandbox = Sandbox.of(scenario.faults());
        Load load = scenario.load();
        this.limits = limits.forTopics(scenario.topology().topics());
        this.collector =
                new ForkCollector(number, load.perSecond() / plan.loads(), plan.sendingSeconds(load.duration()));
        this.listeners = new RunListeners(collector, progress);
        this.log = plan.logDirectory().resolve("fork-" + number + ".log");
    }

    /** Starts the child, waits for its end, in bounded time, and returns its measurements. */
    @Override
    public Fork run() throws IOException, InterruptedException {
        Files.createDirectories(sandbox.data(plan.dataDirectory()));
        Files.createDirectories(plan.serverLogs());
        Files.deleteIfExists(log);
        try (Neighbours neighbours = Neighbours.of(plan)) {
            return aborted
                    ? collector.toFork(killed.orElse(null))
                    : run(ChildJvm.start(ForkCommand.of(plan), plan, log, ORPHAN_LIMIT))
                            .disturbed(neighbours.found());
        } finally {
            OwnedDirectory.delete(plan.dataDirectory());
        }
    }

    private Fork run(ChildJvm started) throws IOException, InterruptedException {
        child = Optional.of(started);
        try {
            started.watch(
                    () -> collector.hasStarted() ? silenceLimit() : limits.start(),
                    limit -> killed = Optional.of(
                            (collector.hasStarted() ? "hung: no sign of life for " : "did not start within ")
                                    + limit.toSeconds() + " s; killed (its log: " + log.getFileName() + ")"));
            if (aborted) {
                started.kill();
            }
            started.hear(message -> message.deliverTo(listeners));
            if (!started.awaitEnd(EXIT_LIMIT) && killed.isEmpty()) {
                killed = Optional.of("did not exit within " + EXIT_LIMIT.toSeconds() + " s of its result");
            }
            return collector.toFork(diagnosis(started));
        } finally {
            started.kill();
            started.handle().onExit().join();
            finishLogs();
            sandbox.discard(started.handle().pid());
            Cleaning.after(plan);
        }
    }

    /** Removes secrets that the child could not: those which its JVM printed, and those in logs of the servers of a child that was killed. */
    private void finishLogs() throws IOException {
        RedactedLog.rewrite(log);
        RedactedLog.rewrite(plan.logDirectory().resolve(ServiceProcess.LOG));
        for (Path raw : plan.serverLogsLeft()) {
            RedactedLog.handOver(raw, plan.logDirectory());
        }
    }

    /** Returns the findings of an interrupted search, from the trials that it made. */
    @Override
    public Optional<Search> search() {
        return collector.search().or(this::searchedSoFar);
    }

    private Optional<Search> searchedSoFar() {
        return collector.trials().isEmpty()
                ? Optional.empty()
                : Optional.of(SearchEngine.resumed(scenario, collector.trials()).found(Search.End.INTERRUPTED));
    }

    @Override
    public boolean ranOutOfMemory() {
        return child.map(ChildJvm::ranOutOfMemory).orElse(false);
    }

    @Override
    public void abort() {
        abandon(INTERRUPTED);
    }

    /** Ends the run at once for another reason; any thread. */
    void abandon(String why) {
        killed = Optional.of(why);
        aborted = true;
        child.ifPresent(running -> {
            if (Cleaning.isDue(plan)) {
                // The run deletes what it created, and its clients sign off; servers notice killed clients late.
                running.askToEnd(ASKED_LIMIT);
            }
            running.kill();
        });
    }

    /** Tells the child a message; any thread. */
    public void tell(ParentMessage message) {
        child.orElseThrow().tell(message);
    }

    /** Returns the limit after warm-up began; at the end the child may wait for acknowledgements, stuck threads and the close. */
    private Duration silenceLimit() {
        if (scenario.load().mode() == Mode.MAX_RATE) {
            // Between two trials the child closes a transport and opens another.
            return limits.silence().plus(scenario.load().drain()).plus(limits.start());
        }
        return collector.hasEnded()
                ? limits.silence().plus(EXIT_LIMIT)
                : limits.silence().plus(scenario.load().drain());
    }

    /** Returns why the child did not end as it should; {@code null} if it did. */
    private String diagnosis(ChildJvm ended) throws IOException {
        if (killed.isPresent()) {
            return killed.get();
        }
        if (collector.refusal().isPresent()) {
            return withUnknownHosts(collector.refusal().get(), log);
        }
        return collector.hasEnded() ? null : ended.death(plan.dataDirectory().getParent());
    }

    /** Adds the hosts that a client could not find, unless the refusal names them. */
    static String withUnknownHosts(String refusal, Path log) throws IOException {
        List<String> hosts = LogTail.unknownHosts(log).stream()
                .filter(host -> !refusal.contains(host))
                .toList();
        return hosts.isEmpty()
                ? refusal
                : refusal + "; this machine cannot resolve " + Texts.listed(hosts) + " (" + log.getFileName() + ")";
    }
}
