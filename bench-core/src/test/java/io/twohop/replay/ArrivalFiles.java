package io.twohop.replay;

import io.twohop.workload.Arrivals;
import io.twohop.workload.Arrivals.Kind;
import io.twohop.workload.TimeFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Files of arrivals for tests. */
final class ArrivalFiles {
    private ArrivalFiles() {}

    /** Times in microseconds, under a header of {@code ts}. */
    static Path micros(Path directory, long... micros) throws IOException {
        StringBuilder text = new StringBuilder("ts\n");
        for (long each : micros) {
            text.append(each).append('\n');
        }
        return Files.writeString(directory.resolve("ticks.csv"), text);
    }

    static Path gzip(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    static Arrivals arrivals(Path file, TimeFormat unit, String producer, double speed, boolean loop) {
        return new Arrivals(Kind.REPLAY, 0, 1, file.toString(), null, unit, producer, speed, loop, null);
    }

    static Arrivals inMicros(Path file) {
        return arrivals(file, TimeFormat.US, null, 1, false);
    }
}
