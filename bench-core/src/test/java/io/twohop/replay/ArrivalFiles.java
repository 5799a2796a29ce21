package io.twohop.replay;

import io.twohop.workload.ArrivalFile;
import io.twohop.workload.CsvForm;
import io.twohop.workload.TimeFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Files of arrivals for tests. */
final class ArrivalFiles {
    private ArrivalFiles() {}

    /** Times in microseconds, under a header of {@code ts}. */
    static Path micros(Path directory, long... micros) throws IOException {
        return rows(directory, "ts", Arrays.stream(micros).mapToObj(Long::toString));
    }

    static Path rows(Path directory, String header, Stream<String> rows) throws IOException {
        return Files.write(
                directory.resolve("ticks.csv"),
                Stream.concat(Stream.of(header), rows).toList());
    }

    static Path gzip(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    static ArrivalFile arrivals(Path file, TimeFormat unit, String producer, double speed, boolean loop) {
        return new ArrivalFile(
                file.toString(), null, unit, producer, null, null, null, speed, loop, null, CsvForm.DEFAULT, null);
    }

    /** With columns of microseconds, sizes and keys; and of topics unless that is null. */
    static ArrivalFile beside(Path file, String topic) {
        return new ArrivalFile(
                file.toString(),
                "ts",
                TimeFormat.US,
                null,
                "size",
                "key",
                topic,
                1.0,
                false,
                null,
                CsvForm.DEFAULT,
                null);
    }

    static ArrivalFile inMicros(Path file) {
        return arrivals(file, TimeFormat.US, null, 1, false);
    }
}
