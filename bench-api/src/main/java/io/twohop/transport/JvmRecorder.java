package io.twohop.transport;

import io.twohop.workload.Jfr;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Flight recordings of JVMs that a run starts, beside the run's own.
 *
 * @param level of the recordings
 * @param recording file of the run's own recording; null if nothing is recorded
 * @param directory for unfinished recordings, deleted with the run; null if nothing is recorded
 */
public record JvmRecorder(Jfr level, Path recording, Path directory) {
    /** Records nothing. */
    public static final JvmRecorder NONE = new JvmRecorder(Jfr.OFF, null, null);

    private static final String SUFFIX = ".jfr";

    /** Returns the file of the run's own recording; empty if nothing is recorded. */
    public Optional<Path> file() {
        return level == Jfr.OFF ? Optional.empty() : Optional.of(recording);
    }

    /** Returns the settings of a level as a {@code .jfc} file; not for {@link Jfr#OFF}. */
    public static InputStream settings(Jfr level) {
        return JvmRecorder.class.getResourceAsStream(level.name().toLowerCase(Locale.ROOT) + ".jfc");
    }

    /**
     * Returns the JVM option for the directory of unfinished recordings.
     *
     * @param directory deleted with the run, however the JVM ends
     */
    public static String repositoryFlag(Path directory) {
        return "-XX:FlightRecorderOptions:repository=" + directory.resolve("jfr-repository");
    }

    /**
     * Returns JVM options that record from the start; none if nothing is recorded. The JVM must end in order, or close
     * its recording first.
     *
     * @param name of the JVM, part of its recording's name
     */
    public List<String> flags(String name) throws IOException {
        if (level == Jfr.OFF) {
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
