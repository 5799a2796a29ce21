package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Signals that Java cannot send and every shell can. */
public final class Signals {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final Path PROC = Path.of("/proc");
    private static final long LIMIT_SECONDS = 10;

    /** States of a stopped, traced or ended process. */
    private static final String STOPPED = "TtZX";

    private Signals() {}

    /** Pauses a process; on Linux each of its threads has stopped when this returns. */
    public static void pause(ProcessHandle process) throws IOException, InterruptedException {
        send("STOP", process);
        Path threads = PROC.resolve(Long.toString(process.pid())).resolve("task");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!standStill(threads) && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
    }

    /** Whether all threads have stopped: the process takes the signal before each thread does. */
    private static boolean standStill(Path threads) {
        if (!Files.isDirectory(threads)) {
            return true;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
            for (Path thread : all) {
                String stat = Files.readString(thread.resolve("stat"));
                // The name before is in parentheses and may hold any character.
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

    /** Continues a process. */
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
