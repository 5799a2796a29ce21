package io.twohop.programs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds and runs commands of this machine. */
public final class Commands {
    private static final long LIMIT_SECONDS = 900;

    private Commands() {}

    /** Returns the first executable file of that name on the PATH. */
    public static Optional<Path> find(String name) {
        String path = System.getenv("PATH");
        for (String directory : path == null ? new String[0] : path.split(File.pathSeparator)) {
            if (directory.isEmpty()) {
                // It would stand for the current directory, which another user may write to.
                continue;
            }
            Path candidate = Path.of(directory, name);
            if (Files.isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /**
     * Runs a command and waits for it.
     *
     * @param work directory for its output, and its working directory: elsewhere, tools could load settings or code of another user
     * @param environment added to this process's own
     * @throws IOException with the first and last line of output if the command is missing, fails or does not end
     */
    public static void run(Path work, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        run(work.resolve("output.txt"), new ProcessBuilder(command).directory(work.toFile()), environment);
    }

    /**
     * Runs a command, waits for it, and deletes its output.
     *
     * @param environment added to this process's own
     * @throws IOException with the first and last line of output if the command is missing, fails or does not end
     */
    public static void run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("twohop-command", ".txt");
        try {
            run(output, new ProcessBuilder(command), environment);
        } finally {
            Files.delete(output);
        }
    }

    private static void run(Path output, ProcessBuilder builder, Map<String, String> environment)
            throws IOException, InterruptedException {
        builder.redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("took longer than " + LIMIT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(gist(Files.readAllLines(output)));
            }
        } finally {
            process.destroyForcibly();
        }
    }

    /** Some commands begin with the error and end with advice, others the other way round. */
    private static String gist(List<String> lines) {
        if (lines.isEmpty()) {
            return "failed";
        }
        String last = lines.get(lines.size() - 1);
        return lines.size() == 1 ? last : lines.get(0) + " ... " + last;
    }
}
