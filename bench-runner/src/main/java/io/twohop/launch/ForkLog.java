package io.twohop.launch;

import io.twohop.config.Room;
import io.twohop.finding.Rules;
import io.twohop.transport.kit.LogTail;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What a forked JVM printed that is no message, and what that says of its end. */
final class ForkLog {
    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";

    private final Path file;
    private String outOfMemory;

    /** @param file with its standard error */
    ForkLog(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    String name() {
        return file.getFileName().toString();
    }

    /** A line of its standard output. The JVM says there that it has no memory left, and ends. */
    void onOutput(String line) {
        if (line.contains(OUT_OF_MEMORY)) {
            outOfMemory = line;
        }
    }

    boolean ranOutOfMemory() {
        return outOfMemory != null;
    }

    /**
     * Why it ended without a result.
     *
     * @param status its exit code
     * @param data where its data was
     */
    String reason(int status, Path data) throws IOException {
        String tail = LogTail.read(file);
        tail.lines().forEach(line -> {
            if (outOfMemory == null) {
                onOutput(line);
            }
        });
        if (outOfMemory != null) {
            String what = outOfMemory.replaceFirst("^.*" + OUT_OF_MEMORY + ":? ?", "");
            return Rules.OUT_OF_MEMORY.found(what).text();
        }
        Optional<String> refusal = JvmFlags.refusal(tail);
        if (refusal.isPresent()) {
            return refusal.get();
        }
        if (status > 128) {
            return "killed by signal " + (status - 128) + " (its log: " + name() + ")";
        }
        // Its flight recorder ends a JVM that has no room, without a word.
        String room = Room.isIn(data) ? "" : ", with no room left in " + data;
        return "ended with exit code " + status + room + " and no result (its log: " + name() + ")";
    }
}
