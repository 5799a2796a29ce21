package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Signals that Java has no way to send, and every shell has. */
public final class Signals {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final Path PROC = Path.of("/proc");
    private static final long LIMIT_SECONDS = 10;

    /** Stopped, by a tracer too, or ended. */
    private static final String STOPPED = "TtZX";

    private Signals() {}

    /** Stops a process where it is; where Linux tells, each of its threads stands still once this returns. */
    public static void pause(ProcessHandle process) throws IOException, InterruptedException {
        send("STOP", process);
        Path threads = PROC.resolve(Long.toString(process.pid())).resolve("task");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!standStill(threads) && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
    }

    /** The signal is answered for by the process, and a thread may run on meanwhile. */
    private static boolean standStill(Path threads) {
        if (!Files.isDirectory(threads)) {
            return true;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                String stat = Files.readString(thread.resolve("stat"));
                // After the name, which is in parentheses and may hold anything.
                if (STOPPED.indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) < 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException e) {
            // One has ended.
            return false;
        }
    }

    /** Lets it go on. */
    public static void resume(ProcessHandle process) throws IOException, InterruptedException {
        send("CONT", process);
    }

    private static void send(String signal, ProcessHandle process) throws IOException, InterruptedException {
        if (!Files.isExecutable(SHELL)) {
            throw new IOException("a process cannot be paused here: there is no " + SHELL);
        }
        Process shell = new ProcessBuilder(SHELL.toString(), "-c", "kill -" + signal + " " + process.pid())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!shell.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || shell.exitValue() != 0) {
            throw new IOException("process " + process.pid() + " could not be sent " + signal + ": it has ended");
        }
    }
}
