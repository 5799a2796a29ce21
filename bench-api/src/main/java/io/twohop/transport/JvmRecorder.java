package io.twohop.transport;

import io.twohop.workload.Jfr;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/**
 * Has JVMs that are started for a run make flight recordings of themselves, beside the run's own.
 *
 * @param level of the recordings
 * @param recording the file of the run's own; null where nothing is recorded
 * @param directory deleted with the run, where they keep what is not yet in a recording's file; null where nothing is
 *     recorded
 */
public record JvmRecorder(Jfr level, Path recording, Path directory) {
    /** Records nothing. */
    public static final JvmRecorder NONE = new JvmRecorder(Jfr.OFF, null, null);

    private static final String SUFFIX = ".jfr";

    /** The settings of a level that is not off, in the form of a {@code .jfc} file. */
    public static InputStream settings(Jfr level) {
        return JvmRecorder.class.getResourceAsStream(level.name().toLowerCase(Locale.ROOT) + ".jfc");
    }

    /**
     * Where a JVM keeps what is not yet in a recording's file.
     *
     * @param directory deleted with the run, however the JVM ends
     */
    public static String repositoryFlag(Path directory) {
        return "-XX:FlightRecorderOptions:repository=" + directory.resolve("jfr-repository");
    }

    /**
     * Flags for a JVM, by which it records from its start; none where nothing is recorded. It has to end in order, or to
     * close the recording before it ends.
     *
     * @param name of the JVM, part of its recording's name
     */
    public List<String> flags(String name) throws IOException {
        if (recording == null) {
            return List.of();
        }
        Path own = Files.createDirectories(directory.resolve("jfr-" + name));
        Path copy = own.resolve("recording.jfc");
        try (InputStream in = settings(level)) {
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        }
        return List.of(
                repositoryFlag(own),
                "-XX:StartFlightRecording:settings=" + copy + ",filename="
                        + recording.resolveSibling(prefix(recording) + name + SUFFIX) + ",dumponexit=true");
    }

    /** Whether a file is the recording of such a JVM, and not the run's own. */
    public static boolean isBeside(Path recording, Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(prefix(recording)) && name.endsWith(SUFFIX);
    }

    private static String prefix(Path recording) {
        return recording.getFileName().toString().replace(SUFFIX, "") + "-";
    }
}
