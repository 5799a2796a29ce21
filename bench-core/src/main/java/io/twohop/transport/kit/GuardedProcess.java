package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts processes that cannot outlive this one. A shell beside each process reads a pipe that ends with this process, however this
 * process ends, and then kills the other one, which may be stopped or deaf to its own standard input.
 */
final class GuardedProcess {
    private static final String SHELL = "/bin/sh";

    /** Becomes the process once the guard knows its id, and ends without the guard. */
    private static final String GATE = "read -r line && exec \"$@\"";

    /** Stays in the directory of the process in {@code /proc}, which is empty once the process has ended: its id may be in use again. */
    private static final String GUARD =
            "trap '' HUP INT QUIT TERM; cd \"/proc/$1\" 2>/dev/null; read -r line; sleep \"$2\";"
                    + " if [ -e stat ] || [ ! -d /proc/self ]; then kill -9 \"$1\"; fi";

    private GuardedProcess() {}

    /**
     * Starts a process. Its standard input ends with this process.
     *
     * @param builder of the process; this adds to its command
     * @param grace how long the process may take to end by itself after this process has ended
     */
    static Process start(ProcessBuilder builder, Duration grace) throws IOException {
        if (!Files.isExecutable(Path.of(SHELL))) {
            return builder.start();
        }
        List<String> gated = new ArrayList<>(List.of(SHELL, "-c", GATE, "gate"));
        gated.addAll(builder.command());
        Process process = builder.command(gated).start();
        try {
            ProcessBuilder shell = new ProcessBuilder(
                            SHELL, "-c", GUARD, "guard", Long.toString(process.pid()), Long.toString(grace.toSeconds()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            ChildEnvironment.restrict(shell);
            Process guard = shell.start();
            process.onExit().thenRun(guard::destroyForcibly);
            process.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
            return process;
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }
}
