package io.twohop.transport.kit;

import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.transport.ProcessTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A server's process. This process holds its standard input, which ends with this process: the command must end the
 * server then.
 */
public final class ServerProcess implements ProcessTarget, AutoCloseable {
    private static final long HEED_LIMIT_SECONDS = 2;
    private static final long KILL_LIMIT_SECONDS = 10;
    private static final long STOP_LIMIT_SECONDS = 30;

    /** Number that a shell, and Java, add to the signal that killed a process. */
    private static final int KILLED = 128;

    private static final boolean HAS_SHELL = Files.isExecutable(Path.of("/bin/sh"));

    /** Ends a command when standard input ends. */
    private static final String GUARD = "exec 3<&0; \"$@\" <&- 3<&- & server=$!;"
            + " { cat <&3 >/dev/null; kill -9 $server; } 2>/dev/null & wait $server";

    /** Prefix of the names of a run's servers. */
    private static final String NAME = "broker-";

    private final String name;
    private final List<String> command;
    private final boolean guarded;
    private final Path log;
    private Process process;
    private Optional<ProcessHandle> server = Optional.empty();
    private ServerWatch watch;

    /** How long earlier processes of this server were stopped unasked. */
    private long stoppedNanos;

    /**
     * Starts a server that ends with its standard input.
     *
     * @param name such as {@code broker-1}
     * @param log receives its output
     */
    public ServerProcess(String name, List<String> command, Path log) throws IOException {
        this(name, command, log, false);
    }

    private ServerProcess(String name, List<String> command, Path log, boolean guarded) throws IOException {
        this.name = name;
        this.command = command;
        this.log = log;
        this.guarded = guarded;
        launch();
    }

    /**
     * Starts a server that ignores its standard input: a shell guards it and ends it.
     *
     * @param name such as {@code broker-1}
     * @param log receives its output
     */
    public static ServerProcess guarded(String name, List<String> command, Path log) throws IOException {
        return new ServerProcess(name, command, log, HAS_SHELL);
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
        if (!awaitEnd(KILL_LIMIT_SECONDS)) {
            throw new IOException(name + " has not ended");
        }
        ServerWatch former = watch;
        stoppedNanos += former.stoppedNanos();
        launch();
        former.endIsAsked();
    }

    private void launch() throws IOException {
        server = Optional.empty();
        List<String> whole = new ArrayList<>(guarded ? List.of("/bin/sh", "-c", GUARD, "sh") : List.of());
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        ChildEnvironment.restrict(builder);
        process = builder.start();
        watch = new ServerWatch(name, process, guarded ? this::guardedServer : () -> Optional.of(process.toHandle()));
    }

    @Override
    public Optional<ProcessHandle> handle() {
        return process.isAlive() ? Optional.of(server()) : Optional.empty();
    }

    @Override
    public void prepare() {
        server = Optional.of(server());
    }

    @Override
    public void kill() {
        watch.endIsAsked();
        server().destroyForcibly();
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        watch.endIsAsked();
        server().destroy();
        if (!awaitEnd(STOP_LIMIT_SECONDS)) {
            kill();
        }
    }

    @Override
    public void pause() throws IOException, InterruptedException {
        watch.pauseIsAsked(true);
        Signals.pause(server());
    }

    @Override
    public void resume() throws IOException, InterruptedException {
        Signals.resume(server());
        watch.pauseIsAsked(false);
    }

    /** Returns the server, not the shell that guards it. */
    private ProcessHandle server() {
        return server.or(() -> guarded ? guardedServer() : Optional.empty()).orElseGet(process::toHandle);
    }

    /** Returns the guarded server; empty until the shell has started it. */
    private Optional<ProcessHandle> guardedServer() {
        String binary = Path.of(command.get(0)).getFileName().toString();
        return process.children()
                .filter(child -> child.info().command().orElse("").endsWith(binary))
                .findFirst();
    }

    /**
     * Waits for the end of the whole process.
     *
     * @return false if the limit passed first
     */
    private boolean awaitEnd(long seconds) throws IOException, InterruptedException {
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        if (ended) {
            // Ends what still waits for the end of its input.
            process.getOutputStream().close();
        }
        return ended;
    }

    @Override
    public Optional<String> unaskedEnd() {
        return watch.endedUnasked()
                ? Optional.of(name + " " + end() + " while it was in use, which nobody had asked for")
                : Optional.empty();
    }

    /** Returns incidents of servers that ended, or were stopped for a while, unasked. */
    public static List<Finding> incidents(List<ServerProcess> servers) {
        List<Finding> all = new ArrayList<>();
        for (ServerProcess server : servers) {
            server.unaskedEnd()
                    .ifPresent(end ->
                            all.add(Rules.SERVER_ENDED.found(end, server.lastWords(), server.log.getFileName())));
            long stopped = server.stoppedNanos + server.watch.stoppedNanos();
            if (stopped > 0) {
                all.add(Rules.SERVER_STOPPED.found(server.name, TimeUnit.NANOSECONDS.toMillis(stopped)));
            }
        }
        return all;
    }

    /** Returns the exit status and the last words of the log. */
    public String obituary() {
        return name + " " + end() + "; it said: " + lastWords();
    }

    private String end() {
        int status = process.exitValue();
        return status > KILLED ? "was killed by signal " + (status - KILLED) : "ended with exit code " + status;
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
            if (!process.waitFor(HEED_LIMIT_SECONDS, TimeUnit.SECONDS)) {
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
