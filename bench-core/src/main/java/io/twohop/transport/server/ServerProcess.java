package io.twohop.transport.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server's process. Its standard input is held open by this process and ends with it, however it dies: the command has
 * to end the server then.
 */
public final class ServerProcess implements AutoCloseable {
    private static final long HEED_LIMIT_SECONDS = 2;
    private static final long KILL_LIMIT_SECONDS = 10;
    private static final int LOG_TAIL_BYTES = 16 << 10;
    private static final int LOG_TAIL_LINES = 5;

    private static final boolean HAS_SHELL = Files.isExecutable(Path.of("/bin/sh"));

    /** Ends a command when standard input ends. */
    private static final String GUARD = "exec 3<&0; \"$@\" <&- 3<&- & server=$!;"
            + " { cat <&3 >/dev/null; kill -9 $server; } 2>/dev/null & wait $server";

    private final Process process;
    private final Path log;

    /** @param log where all that it prints is kept */
    public ServerProcess(List<String> command, Path log) throws IOException {
        this.log = log;
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /**
     * A server that takes no notice of its standard input: a shell watches over it and ends it.
     *
     * @param log where all that it prints is kept
     */
    public static ServerProcess guarded(List<String> command, Path log) throws IOException {
        List<String> guarded = new ArrayList<>();
        if (HAS_SHELL) {
            guarded.addAll(List.of("/bin/sh", "-c", GUARD, "sh"));
        }
        guarded.addAll(command);
        return new ServerProcess(guarded, log);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** The last lines of its log that speak of an error, or the last ones at all. */
    public String lastWords() {
        try (RandomAccessFile in = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, in.length() - LOG_TAIL_BYTES);
            byte[] bytes = new byte[(int) (in.length() - start)];
            in.seek(start);
            in.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).lines().toList();
            List<String> errors =
                    lines.stream().filter(ServerProcess::speaksOfAnError).toList();
            List<String> chosen = errors.isEmpty() ? lines : errors;
            return String.join(" | ", chosen.subList(Math.max(0, chosen.size() - LOG_TAIL_LINES), chosen.size()));
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    private static boolean speaksOfAnError(String line) {
        return line.contains("ERROR")
                || line.contains("FATAL")
                || line.contains("[ERR]")
                || line.contains("[FTL]")
                || line.contains("-server:")
                || line.contains("Exception");
    }

    /**
     * Ends it as the death of this process would, and kills it with all it started if it does not heed that: nothing it
     * holds is needed any more, and stopping in order takes seconds.
     */
    @Override
    public void close() {
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
