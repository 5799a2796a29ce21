package io.twohop.transport.kit;

import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.machine.ControlGroups;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A server's process, which ends with this process. */
public final class ServerProcess implements ProcessTarget, AutoCloseable {
    private static final Duration HEED_LIMIT = Duration.ofSeconds(2);
    private static final long KILL_LIMIT_SECONDS = 10;
    private static final long STOP_LIMIT_SECONDS = 30;
    private static final long PAUSE_MILLIS = 20;
    private static final int CONNECT_MILLIS = 1_000;

    /** Number that a shell, and Java, add to the signal that killed a process. */
    private static final int KILLED = 128;

    /** The signal by which the kernel kills as well, where memory is short. */
    private static final int SIGKILL = 9;

    private static final ControlGroups GROUPS = ControlGroups.of(Path.of("/"));

    /** Prefix of the names of a run's servers. */
    private static final String NAME = "broker-";

    private final String name;
    private final List<String> command;
    private final Duration grace;
    private final Path log;
    private Process process;
    private ServerWatch watch;
    private Map<Path, Long> killsBefore;

    /**
     * Starts a server that ends with its standard input.
     *
     * @param name such as {@code broker-1}
     * @param log receives its output
     */
    public ServerProcess(String name, List<String> command, Path log) throws IOException {
        this(name, command, log, HEED_LIMIT);
    }

    private ServerProcess(String name, List<String> command, Path log, Duration grace) throws IOException {
        this.name = name;
        this.command = command;
        this.log = log;
        this.grace = grace;
        launch(0);
    }

    /**
     * Starts a server that ignores its standard input, and is killed instead.
     *
     * @param name such as {@code broker-1}
     * @param log receives its output
     */
    public static ServerProcess ignoringInput(String name, List<String> command, Path log) throws IOException {
        return new ServerProcess(name, command, log, Duration.ZERO);
    }

    /**
     * Returns the name of a run's server.
     *
     * @param number from 1
     */
    public static String name(int number) {
        return NAME + number;
    }

    /** Returns the names of servers; the list is the caller's. */
    public static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(ServerProcess::name).collect(Collectors.toList());
    }

    @Override
    public String name() {
        return name;
    }

    /** Starts the server again with the same command. */
    @Override
    public void start() throws IOException, InterruptedException {
        if (!process.waitFor(KILL_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(name + " has not ended");
        }
        ServerWatch former = watch;
        launch(former.stoppedNanos());
        former.endIsAsked();
    }

    private void launch(long stoppedNanos) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        ChildEnvironment.restrict(builder);
        killsBefore = GROUPS.memoryKills();
        process = ProcessGuard.start(builder, grace);
        watch = new ServerWatch(name, process.toHandle(), stoppedNanos);
    }

    @Override
    public Optional<ProcessHandle> handle() {
        return process.isAlive() ? Optional.of(process.toHandle()) : Optional.empty();
    }

    @Override
    public void kill() {
        watch.endIsAsked();
        process.destroyForcibly();
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        watch.endIsAsked();
        // Unlike the process, its handle leaves standard input open, so the server ends in order.
        process.toHandle().destroy();
        if (!process.waitFor(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            kill();
        }
    }

    @Override
    public void pause() throws IOException, InterruptedException {
        watch.pauseIsAsked(true);
        Signals.pause(process.toHandle());
    }

    @Override
    public void resume() throws IOException, InterruptedException {
        Signals.resume(process.toHandle());
        watch.pauseIsAsked(false);
    }

    @Override
    public Optional<String> unaskedEnd() {
        return watch.endedUnasked()
                ? Optional.of(name + " " + end() + " while it was in use, which nobody had asked for")
                : Optional.empty();
    }

    @Override
    public long stoppedNanos() {
        return watch.stoppedNanos();
    }

    /** Returns incidents of servers that ended, or were stopped for a while, unasked. */
    public static List<Finding> incidents(List<ServerProcess> servers) {
        List<Finding> all = new ArrayList<>();
        for (ServerProcess server : servers) {
            server.unaskedEnd()
                    .ifPresent(end ->
                            all.add(Rules.SERVER_ENDED.found(end, server.lastWords(), server.log.getFileName())));
            server.unaskedStop().ifPresent(all::add);
        }
        return all;
    }

    /** Returns the exit status and the last words of the log. */
    public String obituary() {
        return name + " " + end() + "; it said: " + lastWords();
    }

    private String end() {
        return ending(process.exitValue(), GROUPS.memoryKillerSince(killsBefore));
    }

    /** @param killer limit at which the kernel has killed a process since the server's start; empty if none */
    static String ending(int status, Optional<String> killer) {
        if (status <= KILLED) {
            return "ended with exit code " + status;
        }
        String by = killer.filter(limit -> status == KILLED + SIGKILL)
                .map(limit -> " at " + limit + " (raise it, or give processes smaller heaps)")
                .orElse("");
        return "was killed by signal " + (status - KILLED) + by;
    }

    /**
     * Waits until a server of the run accepts connections.
     *
     * @throws TransportException if it ends before, with its own words, or does not listen within the limit
     */
    public void awaitPort(String host, int port, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
                return;
            } catch (IOException e) {
                if (!isAlive()) {
                    throw new TransportException("broker: embedded could not be started: " + obituary(), e);
                }
                if (System.nanoTime() > deadline) {
                    throw new TransportException(
                            "broker: embedded did not serve within " + limit.toSeconds() + " s; see its log, "
                                    + log.getFileName(),
                            e);
                }
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** The last lines of its log that speak of an error, or the last ones at all. */
    public String lastWords() {
        return LogTail.lastWords(log);
    }

    /**
     * Ends it as the death of this process would, and kills it with all it started if it does not heed that: nothing it
     * holds is needed any more, and stopping in order takes seconds.
     */
    @Override
    public void close() {
        watch.endIsAsked();
        List<ProcessHandle> started = process.descendants().toList();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(grace.toNanos(), TimeUnit.NANOSECONDS)) {
                process.destroyForcibly().waitFor(KILL_LIMIT_SECONDS, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        started.forEach(ProcessHandle::destroyForcibly);
        RedactedLog.rewrite(log);
    }
}
