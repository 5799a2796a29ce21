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
 * A server's process. Its standard input is held open by this process and ends with it, however it dies: the command has
 * to end the server then.
 */
public final class ServerProcess implements ProcessTarget, AutoCloseable {
    private static final long HEED_LIMIT_SECONDS = 2;
    private static final long KILL_LIMIT_SECONDS = 10;
    private static final long STOP_LIMIT_SECONDS = 30;

    /** What a shell, and Java, add to the number of the signal that killed a process. */
    private static final int KILLED = 128;

    private static final boolean HAS_SHELL = Files.isExecutable(Path.of("/bin/sh"));

    /** Ends a command when standard input ends. */
    private static final String GUARD = "exec 3<&0; \"$@\" <&- 3<&- & server=$!;"
            + " { cat <&3 >/dev/null; kill -9 $server; } 2>/dev/null & wait $server";

    /** What the names of a run's servers begin with. */
    private static final String NAME = "broker-";

    private final String name;
    private final List<String> command;
    private final boolean guarded;
    private final Path log;
    private Process process;
    private ProcessHandle server;
    private ServerWatch watch;

    /**
     * A server that ends when its standard input does.
     *
     * @param name such as {@code broker-1}
     * @param log where all that it prints is kept
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
     * A server that takes no notice of its standard input: a shell watches over it and ends it.
     *
     * @param name such as {@code broker-1}
     * @param log where all that it prints is kept
     */
    public static ServerProcess guarded(String name, List<String> command, Path log) throws IOException {
        return new ServerProcess(name, command, log, HAS_SHELL);
    }

    /** What the nth of a run's servers is called, from 1 on. */
    public static String name(int number) {
        return NAME + number;
    }

    /** What as many are called; a list of the caller's own. */
    public static List<String> names(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(ServerProcess::name).collect(Collectors.toList());
    }

    @Override
    public String name() {
        return name;
    }

    /** By the same command. */
    @Override
    public void start() throws IOException, InterruptedException {
        if (process != null && !awaitEnd(KILL_LIMIT_SECONDS)) {
            throw new IOException(name + " has not ended");
        }
        launch();
    }

    private void launch() throws IOException {
        server = null;
        List<String> whole = new ArrayList<>(guarded ? List.of("/bin/sh", "-c", GUARD, "sh") : List.of());
        whole.addAll(command);
        process = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (watch != null) {
            watch.endIsAsked();
        }
        watch = new ServerWatch(name, process, guarded ? this::guardedServer : () -> Optional.of(process.toHandle()));
    }

    @Override
    public Optional<ProcessHandle> handle() {
        return process.isAlive() ? Optional.of(server()) : Optional.empty();
    }

    @Override
    public void prepare() {
        server = server();
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
        Signals.pause(server());
    }

    @Override
    public void resume() throws IOException, InterruptedException {
        Signals.resume(server());
    }

    /** The server itself, and not the shell that guards it. */
    private ProcessHandle server() {
        if (server != null) {
            return server;
        }
        if (!guarded) {
            return process.toHandle();
        }
        return guardedServer().orElse(process.toHandle());
    }

    /** Empty until the shell has started it. */
    private Optional<ProcessHandle> guardedServer() {
        String binary = Path.of(command.get(0)).getFileName().toString();
        return process.children()
                .filter(child -> child.info().command().orElse("").endsWith(binary))
                .findFirst();
    }

    /** Whether it ended within the limit; then nothing of it is left. */
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

    /** Those of a run's servers that have ended by themselves, or by somebody else's hand. */
    public static List<Finding> incidents(List<ServerProcess> servers) {
        return servers.stream()
                .flatMap(server -> server.unaskedEnd().stream()
                        .map(end -> Rules.SERVER_ENDED.found(end, server.lastWords(), server.log.getFileName())))
                .toList();
    }

    /** How it ended, and with what words; for one that has, before it served. */
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
    }
}
