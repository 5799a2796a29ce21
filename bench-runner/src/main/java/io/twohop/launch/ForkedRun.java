package io.twohop.launch;

import io.twohop.engine.Cleaning;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.SearchEngine;
import io.twohop.engine.protocol.ForkMessage;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Scenario;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A measurement in a JVM of its own. Whatever becomes of that JVM (an end, a crash, no memory, a kill, a hang), what it
 * had reported is kept and the reason is named.
 */
public final class ForkedRun implements Attempt {
    /** The limits on a child that says nothing. */
    public record Patience(Duration start, Duration silence) {
        /** Longer than any server has to start in, and a quarter of a minute between the lines that come each second. */
        public static final Patience DEFAULT = new Patience(Duration.ofSeconds(100), Duration.ofSeconds(15));

        /** What a broker may take to make one, with its replicas. */
        private static final Duration TOPIC = Duration.ofMillis(20);

        Patience forTopics(int topics) {
            return new Patience(start.plus(TOPIC.multipliedBy(topics)), silence);
        }
    }

    private static final String INTERRUPTED = "interrupted";
    private static final Duration EXIT_LIMIT = Duration.ofSeconds(20);
    private static final Duration ASKED_LIMIT = Duration.ofSeconds(6);

    private final RunPlan plan;
    private final Scenario scenario;
    private final Sandbox sandbox;
    private final Patience limits;
    private final ForkCollector collector;
    private final RunListener listeners;
    private final ForkLog log;
    private volatile Process process;
    private volatile boolean aborted;
    private volatile long heardNanos;
    private volatile String killed;
    private volatile List<ProcessHandle> startedByIt = List.of();

    /** @param progress notified of the same things as they arrive, by a thread of this class */
    public ForkedRun(int number, RunPlan plan, Patience limits, RunListener progress) {
        this.plan = plan;
        this.scenario = plan.scenario();
        this.sandbox = Sandbox.of(scenario.faults());
        Load load = scenario.load();
        this.limits = limits.forTopics(scenario.topology().topics());
        this.collector =
                new ForkCollector(number, load.perSecond() / plan.loads(), plan.sendingSeconds(load.duration()));
        this.listeners = new RunListeners(collector, progress);
        this.log = new ForkLog(plan.logDirectory().resolve("fork-" + number + ".log"));
    }

    /** Runs the child to its end, in bounded time, and returns what it measured. */
    @Override
    public Fork run() throws IOException, InterruptedException {
        Path planFile = plan.dataDirectory().resolveSibling(plan.dataDirectory().getFileName() + ".plan.json");
        Files.createDirectories(sandbox.data(plan.dataDirectory()));
        Protocol.JSON.writeValue(planFile.toFile(), plan);
        heardNanos = System.nanoTime();
        try {
            if (aborted) {
                return collector.toFork(killed);
            }
            process = new ProcessBuilder(ForkCommand.of(plan, planFile))
                    .redirectError(log.file().toFile())
                    .start();
            Thread watchdog = new Thread(this::watch, "fork-watchdog");
            watchdog.setDaemon(true);
            watchdog.start();
            readLines();
            boolean exited = process.waitFor(EXIT_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (!exited) {
                killed = killed == null ? "did not exit within " + EXIT_LIMIT.toSeconds() + " s of its result" : killed;
            }
            return collector.toFork(diagnosis());
        } finally {
            if (process != null) {
                end();
                process.waitFor();
                sandbox.discard(process.pid());
                Cleaning.after(plan);
            }
            Files.deleteIfExists(planFile);
            OwnedDirectory.delete(plan.dataDirectory());
        }
    }

    /** Returns the findings of an interrupted search, from the trials that it made. */
    @Override
    public Search search() {
        Search found = collector.search();
        return found != null || collector.trials().isEmpty()
                ? found
                : SearchEngine.resumed(scenario, collector.trials()).found(Search.End.INTERRUPTED);
    }

    @Override
    public boolean ranOutOfMemory() {
        return log.ranOutOfMemory();
    }

    @Override
    public void abort() {
        abandon(INTERRUPTED);
    }

    /** Ends it at once for another reason; any thread. */
    void abandon(String why) {
        killed = why;
        aborted = true;
        Process running = process;
        if (running != null) {
            if (Cleaning.isDue(plan)) {
                askToEnd(running);
            }
            end();
        }
    }

    /** It deletes what it made, and its clients leave: who is killed is missed only after a while. */
    private static void askToEnd(Process running) {
        try {
            running.getOutputStream().close();
            running.waitFor(ASKED_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // It has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** With what it started: that ends with it, unless a fault has it stand still. */
    private void end() {
        List<ProcessHandle> all = new ArrayList<>(startedByIt);
        process.descendants().forEach(all::add);
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** Says a line to the child, which {@link io.twohop.engine.ParentCommands} understands; any thread. */
    public synchronized void say(String line) throws IOException {
        OutputStream commands = process.getOutputStream();
        commands.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        commands.flush();
    }

    private void readLines() throws IOException {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.onOutput(line);
                Protocol.read(line, ForkMessage.class).ifPresent(this::onMessage);
            }
        } catch (IOException e) {
            if (killed == null) {
                throw e;
            }
        }
    }

    private void onMessage(ForkMessage message) {
        heardNanos = System.nanoTime();
        message.deliverTo(listeners);
    }

    /** Kills a child that has gone silent; it reports every second, so silence means that it hangs. */
    private void watch() {
        try {
            while (!process.waitFor(500, TimeUnit.MILLISECONDS)) {
                if (!scenario.faults().isEmpty()) {
                    startedByIt = process.descendants().toList();
                }
                boolean started = collector.hasStarted();
                Duration limit = started ? silenceLimit() : limits.start();
                if (System.nanoTime() - heardNanos > limit.toNanos()) {
                    killed = (started ? "hung: no sign of life for " : "did not start within ") + limit.toSeconds()
                            + " s; killed (its log: " + log.name() + ")";
                    end();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After the last interval the child may wait for acknowledgements, for stuck threads and for the close. */
    private Duration silenceLimit() {
        if (scenario.load().mode() == Mode.MAX_RATE) {
            // From the end of one trial to the first second of the next it closes a transport and opens another.
            return limits.silence().plus(scenario.load().drain()).plus(limits.start());
        }
        return collector.hasEnded()
                ? limits.silence().plus(EXIT_LIMIT)
                : limits.silence().plus(scenario.load().drain());
    }

    /** What became of the child if it did not end as it should, or null. */
    private String diagnosis() throws IOException {
        if (killed != null) {
            return killed;
        }
        if (collector.refusal() != null) {
            return collector.refusal();
        }
        return collector.hasEnded()
                ? null
                : log.reason(process.exitValue(), plan.dataDirectory().getParent());
    }
}
