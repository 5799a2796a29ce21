package io.twohop.transport.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Signals that Java has no way to send, and every shell has. */
public final class Signals {
    private static final Path SHELL = Path.of("/bin/sh");
    private static final long LIMIT_SECONDS = 10;

    private Signals() {}

    /** Stops a process where it is. */
    public static void pause(ProcessHandle process) throws IOException, InterruptedException {
        send("STOP", process);
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
