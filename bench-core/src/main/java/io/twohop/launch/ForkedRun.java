package io.twohop.launch;

import io.twohop.codec.CodecProvider;
import io.twohop.engine.Cleaning;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.ForkMain;
import io.twohop.engine.ForkProtocol;
import io.twohop.engine.PrivateDirectory;
import io.twohop.engine.RunListener;
import io.twohop.engine.RunPlan;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import io.twohop.sandbox.OwnSession;
import io.twohop.sandbox.Sandbox;
import io.twohop.store.Room;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Cell;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A measurement in a JVM of its own. Whatever becomes of that JVM (an end, a crash, no memory, a kill, a hang), what it
 * had reported is kept and the reason is named.
 */
public final class ForkedRun implements Attempt {
    /** The limits on a child that says nothing. */
    public record Limits(Duration start, Duration silence) {
        /** A minute to connect, and a quarter of one between the lines that come each second. */
        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(60), Duration.ofSeconds(15));

        /** What a broker may take to make one, with its replicas. */
        private static final Duration TOPIC = Duration.ofMillis(20);

        Limits forTopics(int topics) {
            return new Limits(start.plus(TOPIC.multipliedBy(topics)), silence);
        }
    }

    /** What Agrona's queues need; on every class path, since the core has them. */
    public static final List<String> JVM_FLAGS = List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    private static final Duration EXIT_LIMIT = Duration.ofSeconds(20);
    private static final Duration ASKED_LIMIT = Duration.ofSeconds(6);
    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";
    private static final int LOG_TAIL_BYTES = 64 << 10;

    private final RunPlan plan;
    private final Workload workload;
    private final Sandbox sandbox;
    private final Limits limits;
    private final ForkCollector collector;
    private final RunListener progress;
    private final Path log;
    private volatile Process process;
    private volatile boolean aborted;
    private volatile long heardNanos;
    private volatile boolean heardStart;
    private volatile String killed;
    private volatile String refused;
    private volatile List<ProcessHandle> startedByIt = List.of();
    private String outOfMemory;
    private Search search;

    /** @param progress notified of the same things as they arrive, by a thread of this class */
    public ForkedRun(int number, RunPlan plan, Limits limits, RunListener progress) {
        this.plan = plan;
        this.workload = plan.workload();
        this.sandbox = Sandbox.of(workload);
        Cell cell = workload.cells().get(0);
        this.limits = limits.forTopics(cell.topics());
        this.progress = progress;
        this.collector = new ForkCollector(
                number, cell.ratePerSecond(), workload.duration().toNanos() / 1e9);
        this.log = plan.logDirectory().resolve("fork-" + number + ".log");
    }

    /** Runs the child to its end, in bounded time, and returns what it measured. */
    @Override
    public Fork run() throws IOException, InterruptedException {
        Path planFile = plan.dataDirectory().resolveSibling(plan.dataDirectory().getFileName() + ".plan.json");
        Files.createDirectories(sandbox.data(plan.dataDirectory()));
        ForkProtocol.JSON.writeValue(planFile.toFile(), plan);
        heardNanos = System.nanoTime();
        try {
            if (aborted) {
                return collector.toFork("interrupted");
            }
            process = new ProcessBuilder(command(planFile))
                    .redirectError(log.toFile())
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
            PrivateDirectory.delete(plan.dataDirectory());
        }
    }

    @Override
    public Search search() {
        return search;
    }

    @Override
    public boolean ranOutOfMemory() {
        return outOfMemory != null;
    }

    @Override
    public void abort() {
        aborted = true;
        killed = "interrupted";
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

    private List<String> command(Path planFile) throws IOException, InterruptedException {
        TransportFile file = plan.transportFile();
        TransportProvider transport = file.provider();
        CodecProvider codec = Providers.codec(file.common().codec());
        List<String> command = new ArrayList<>(OwnSession.command());
        command.addAll(sandbox.command(plan.dataDirectory()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Set<String> flags = new LinkedHashSet<>(JVM_FLAGS);
        flags.addAll(transport.jvmFlags());
        flags.addAll(codec.jvmFlags());
        command.addAll(flags);
        if (plan.recording() != null) {
            command.add(JvmRecorder.repositoryFlag(plan.dataDirectory()));
        }
        command.addAll(workload.jvm().toFlags());
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-cp");
        List<Class<?>> modules = List.of(
                Providers.origin(transport),
                Providers.origin(codec),
                Providers.origin(Providers.service(workload.service().name())),
                Providers.origin(Providers.event(workload.event())),
                ForkMain.class);
        command.add(ForkClassPath.of(file.common().clientJars(), modules));
        command.add(ForkMain.class.getName());
        command.add(planFile.toString());
        return command;
    }

    private void readLines() throws IOException {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains(OUT_OF_MEMORY)) {
                    // The JVM says so where the protocol's lines go, and ends.
                    outOfMemory = line;
                }
                ForkProtocol.read(line).ifPresent(this::onLine);
            }
        } catch (IOException e) {
            if (killed == null) {
                throw e;
            }
        }
    }

    private void onLine(ForkProtocol.Line line) {
        heardNanos = System.nanoTime();
        if (line.started() != null) {
            heardStart = true;
            collector.onStarted(line.started());
            progress.onStarted(line.started());
        } else if (line.interval() != null) {
            collector.onInterval(line.interval());
            progress.onInterval(line.interval());
        } else if (line.ended() != null) {
            collector.onEnded(line.ended());
            progress.onEnded(line.ended());
        } else if (line.trial() != null) {
            progress.onTrial(line.trial());
        } else if (line.search() != null) {
            search = line.search();
        } else {
            refused = line.refused();
        }
    }

    /** Kills a child that has gone silent; it reports every second, so silence means that it hangs. */
    private void watch() {
        try {
            while (!process.waitFor(500, TimeUnit.MILLISECONDS)) {
                if (!workload.faults().isEmpty()) {
                    startedByIt = process.descendants().toList();
                }
                Duration limit = heardStart ? silenceLimit() : limits.start();
                if (System.nanoTime() - heardNanos > limit.toNanos()) {
                    killed = (heardStart ? "hung: no sign of life for " : "did not start within ") + limit.toSeconds()
                            + " s; killed (its log: " + log.getFileName() + ")";
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
        if (workload.mode() == Mode.MAX_RATE) {
            // From the end of one trial to the first second of the next it closes a transport and opens another.
            return limits.silence().plus(workload.drain()).plus(limits.start());
        }
        return collector.hasEnded()
                ? limits.silence().plus(EXIT_LIMIT)
                : limits.silence().plus(workload.drain());
    }

    /** What became of the child if it did not end as it should, or null. */
    private String diagnosis() throws IOException {
        if (killed != null) {
            return killed;
        }
        if (refused != null) {
            return refused;
        }
        if (collector.hasEnded()) {
            return null;
        }
        int status = process.exitValue();
        if (outOfMemory == null) {
            outOfMemory = logTail()
                    .lines()
                    .filter(line -> line.contains(OUT_OF_MEMORY))
                    .findFirst()
                    .orElse(null);
        }
        if (outOfMemory != null) {
            String what = outOfMemory.replaceFirst("^.*" + OUT_OF_MEMORY + ":? ?", "");
            return "ran out of memory: " + what + " (give it more with -Djvm.heap=...)";
        }
        Optional<String> refusal = JvmFlags.refusal(logTail());
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (status > 128) {
            return "killed by signal " + (status - 128) + " (its log: " + log.getFileName() + ")";
        }
        // Its flight recorder ends a JVM that has no room, without a word.
        String room = Room.isIn(plan.dataDirectory().getParent())
                ? ""
                : ", with no room left in " + plan.dataDirectory().getParent();
        return "ended with exit code " + status + room + " and no result (its log: " + log.getFileName() + ")";
    }

    private String logTail() throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, in.length() - LOG_TAIL_BYTES);
            byte[] bytes = new byte[(int) (in.length() - start)];
            in.seek(start);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
