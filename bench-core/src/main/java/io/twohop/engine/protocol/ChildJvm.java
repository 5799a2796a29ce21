package io.twohop.engine.protocol;

import io.twohop.config.Room;
import io.twohop.finding.Rules;
import io.twohop.machine.ControlGroups;
import io.twohop.transport.kit.ChildEnvironment;
import io.twohop.transport.kit.LogTail;
import io.twohop.transport.kit.ProcessGuard;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A JVM started to measure or to serve: a fork of the parent or of an agent, or the service of a run. The parent writes the plan and
 * then {@link ParentMessage}s on the child's standard input, the child writes {@link ChildMessage}s on its standard output, one a line;
 * {@link ParentLink} is the child's side. Standard error goes to a log. The child ends when its standard input ends, hence with its
 * parent, and is killed if it does not. Methods may be called by any thread.
 */
public final class ChildJvm {
    private static final long LOOK_MILLIS = 500;

    /** Added to the number of the signal that killed a process. */
    private static final int KILLED = 128;

    private static final int QUOTED_CHARS = 500;

    /** The agent that listens for a debugger. */
    private static final String DEBUGGER = "JDWP";

    private static final String DEBUGGER_REMEDY =
            "; every JVM reads JAVA_TOOL_OPTIONS, so take the debugger's port out of it, and put it into jvm: flags;"
                    + " --duet measures two JVMs at a time, so a debugger needs a run without it";

    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";

    /** Lines in which a JVM refuses to start, beside the one that names the option. */
    private static final List<String> REFUSALS = List.of(
            "Could not create the Java Virtual Machine",
            "A fatal exception has occurred. Program will exit",
            "Error occurred during initialization of");

    private static final int QUOTED_LINES = 2;

    private final Process process;
    private final Path log;
    private final CompletableFuture<Void> planned;
    private final ControlGroups groups = ControlGroups.of(Path.of("/"));
    private final Map<Path, Long> killsBefore = groups.memoryKills();
    private volatile long heardNanos = System.nanoTime();
    private volatile String outOfMemory = "";

    private ChildJvm(Process process, RunPlan plan, Path log) {
        this.process = process;
        this.log = log;
        String line = Protocol.line(plan);
        this.planned = CompletableFuture.runAsync(() -> write(line), ChildJvm::onThread);
    }

    private static void onThread(Runnable work) {
        Thread thread = new Thread(work, "child-plan");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Starts a child and writes it the plan, which may hold passwords and must not appear on a command line. Returns before
     * the child has read the plan: a plan may be larger than a pipe, and a child that hangs must still be watched and killed.
     *
     * @param log where its standard error is appended
     * @param grace how long it may take to end after this process has ended
     */
    public static ChildJvm start(List<String> command, RunPlan plan, Path log, Duration grace) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        List<String> variables = new ArrayList<>(plan.transport().whole().environment());
        variables.addAll(plan.transport().provider().environment());
        ChildEnvironment.restrict(builder, variables);
        return new ChildJvm(ProcessGuard.over(builder.start(), grace), plan, log);
    }

    /** Writes a message after the plan; a child that has ended does not receive it. */
    public void tell(ParentMessage message) {
        planned.join();
        write(Protocol.line(message));
    }

    private synchronized void write(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            // The child has ended, which hear() notices.
        }
    }

    /** Delivers the child's messages to a listener, on the calling thread, and returns when the child has written its last one. */
    public void hear(Consumer<ChildMessage> listener) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                noteOutOfMemory(line);
                Optional<ChildMessage> message = Protocol.read(line, ChildMessage.class);
                if (message.isPresent()) {
                    heardNanos = System.nanoTime();
                    listener.accept(message.get());
                }
            }
        } catch (IOException e) {
            // The stream of a killed child is closed while it is read.
        }
    }

    /** A JVM without memory says so on its standard output and ends. */
    private void noteOutOfMemory(String line) {
        if (outOfMemory.isEmpty() && line.contains(OUT_OF_MEMORY)) {
            outOfMemory = line;
        }
    }

    /**
     * Kills the child when it has been silent for too long, on a thread of its own. A child reports every second, so silence means that
     * it hangs or was stopped.
     *
     * @param limit how long it may be silent at present
     * @param hung called with the limit, before the child is killed
     */
    public void watch(Supplier<Duration> limit, Consumer<Duration> hung) {
        Thread watchdog = new Thread(() -> watchUntilEnd(limit, hung), "child-watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
    }

    private void watchUntilEnd(Supplier<Duration> limit, Consumer<Duration> hung) {
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                Duration current = limit.get();
                if (System.nanoTime() - heardNanos > current.toNanos()) {
                    hung.accept(current);
                    kill();
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Waits until the child has ended; returns whether that was within the limit. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Closes the child's standard input, as the death of the parent would, and gives it time to clean up. */
    public void askToEnd(Duration limit) {
        try {
            process.getOutputStream().close();
            awaitEnd(limit);
        } catch (IOException e) {
            // It has ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void kill() {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    public boolean ranOutOfMemory() {
        return !outOfMemory.isEmpty();
    }

    /**
     * Returns why a child ended that reported no end.
     *
     * @param data the directory that holds its data, which may be full
     */
    public String death(Path data) throws IOException {
        String tail = LogTail.read(log);
        tail.lines().forEach(this::noteOutOfMemory);
        if (ranOutOfMemory()) {
            String what = outOfMemory.replaceFirst("^.*" + OUT_OF_MEMORY + ":? ?", "");
            return Rules.OUT_OF_MEMORY.found(what).text();
        }
        Optional<String> refusal = refusal(tail);
        return refusal.isPresent() ? refusal.get() : ending(process.exitValue(), data);
    }

    private String ending(int status, Path data) {
        String name = log.getFileName().toString();
        // The flight recorder ends a JVM without a word when the disk is full, and so do mapped files.
        String room = Room.shortage(data).map(shortage -> "; " + shortage).orElse("");
        if (status > KILLED) {
            String by = groups.memoryKillerSince(killsBefore)
                    .map(limit -> " at " + limit)
                    .orElse("");
            return "killed by signal " + (status - KILLED) + by + " (its log: " + name + ")" + room;
        }
        String all = LogTail.lastWords(log);
        String said = all.substring(0, Math.min(QUOTED_CHARS, all.length()));
        String words = said.isEmpty() ? "" : "; it said: " + said + (said.contains(DEBUGGER) ? DEBUGGER_REMEDY : "");
        return "ended with exit code " + status + " and no result" + words + " (its log: " + name + ")" + room;
    }

    /** Returns why a JVM refused to start, by its log; empty if it started. */
    static Optional<String> refusal(String log) {
        if (REFUSALS.stream().noneMatch(log::contains)) {
            return Optional.empty();
        }
        String words = log.lines()
                .filter(line -> !line.isBlank() && REFUSALS.stream().noneMatch(line::contains))
                .limit(QUOTED_LINES)
                .collect(Collectors.joining("; "));
        return Optional.of("Java refused its options: " + words + " (see jvm: in the workload)");
    }
}
