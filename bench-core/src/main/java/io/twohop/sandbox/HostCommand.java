package io.twohop.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A command of the operating system. */
final class HostCommand {
    private static final long LIMIT_SECONDS = 60;

    private HostCommand() {}

    /** Whether a shell would find a command. */
    static boolean isThere(String name) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v " + name)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /**
     * Runs a command and waits for it.
     *
     * @param work directory for its output
     * @throws IOException if the command is absent, fails or does not end, with its last line
     */
    static void run(Path work, List<String> command) throws IOException, InterruptedException {
        Path output = work.resolve("output.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("took longer than " + LIMIT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                List<String> lines = Files.readAllLines(output);
                throw new IOException(lines.isEmpty() ? "failed" : lines.get(lines.size() - 1));
            }
        } finally {
            process.destroyForcibly();
        }
    }
}
