package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps processes from outliving this one. A shell beside each process reads a pipe that ends with this process, however this
 * process ends, and then kills the other one, which may be stopped or deaf to its own standard input.
 */
public final class ProcessGuard {
    private static final String SHELL = "/bin/sh";
    private static final boolean HAS_SHELL = Files.isExecutable(Path.of(SHELL));

    /** Becomes the process once the guard knows its id, and ends without the guard. */
    private static final String GATE = "read -r line && exec \"$@\"";

    /**
     * Kills the process after a while, which it may use to end by itself. Stays in the directory of the process in {@code /proc}, which is
     * empty once the process has ended: its id may be in use again.
     */
    private static final String GUARD = String.join(
            "\n",
            "trap '' HUP INT QUIT TERM",
            "runs() { [ -e stat ] || { [ ! -d /proc/self ] && kill -0 \"$1\"; }; }",
            "[ ! -d /proc/self ] || cd \"/proc/$1\" || exit",
            "read -r line",
            "left=$2",
            "while [ $left -gt 0 ] && runs \"$1\"; do sleep 1; left=$((left - 1)); done",
            "if runs \"$1\"; then kill -9 \"$1\"; fi");

    private ProcessGuard() {}

    /**
     * Starts a process under guard from its first instruction. Its standard input ends with this process.
     *
     * @param builder of the process; this adds to its command
     * @param grace how long the process may take to end by itself after this process has ended
     */
    static Process start(ProcessBuilder builder, Duration grace) throws IOException {
        if (!HAS_SHELL) {
            return builder.start();
        }
        List<String> gated = new ArrayList<>(List.of(SHELL, "-c", GATE, "gate"));
        gated.addAll(builder.command());
        Process process = over(builder.command(gated).start(), grace);
        process.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
        process.getOutputStream().flush();
        return process;
    }

    /**
     * Guards a process that runs and ends with its standard input, unless it is stopped.
     *
     * @param grace how long the process may take to end by itself after this process has ended
     * @return the process, which is killed if it cannot be guarded
     */
    public static Process over(Process process, Duration grace) throws IOException {
        if (HAS_SHELL) {
            ProcessBuilder shell = new ProcessBuilder(
                            SHELL, "-c", GUARD, "guard", Long.toString(process.pid()), Long.toString(grace.toSeconds()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            ChildEnvironment.restrict(shell);
            try {
                Process guard = shell.start();
                process.onExit().thenRun(guard::destroyForcibly);
            } catch (IOException e) {
                process.destroyForcibly();
                throw e;
            }
        }
        return process;
    }
}
