package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measurements in this JVM, of files that change meanwhile. */
class CellMeasurementTest {
    private static final String WORKLOAD = """
        rate: 1k
        warmup: 50ms
        duration: 100ms
        floor: 0s
        idle: park
        jfr: off
        """;

    @TempDir
    Path directory;

    /** A place that deletes a file once it has measured, as a mounted secret may go. */
    private static final class Deleting extends Place {
        private final Place here = Place.here();
        private final Path file;

        Deleting(Path file) {
            this.file = file;
        }

        @Override
        public Attempt attempt(int number, RunPlan plan, RunListener progress) {
            Attempt attempt = here.attempt(number, plan, progress);
            return new Attempt() {
                @Override
                public Fork run() throws IOException, InterruptedException {
                    Fork fork = attempt.run();
                    Files.delete(file);
                    return fork;
                }

                @Override
                public void abort() {
                    attempt.abort();
                }
            };
        }
    }

    @Test
    void shouldWriteTheResultWhenAFileOfTheTransportIsGoneAtTheEnd() throws Exception {
        Path slots = Files.writeString(directory.resolve("slots"), "64");
        Workload workload = Workload.read(YamlDocument.parse("short.yaml", WORKLOAD));
        String transport = "transport: loopback\ncodec: json\nslots: ${file:" + slots + "}\n";
        Path results = directory.resolve("results");
        CellRun run = new CellRun(
                workload,
                TransportFile.of(YamlDocument.parse("mine.yaml", transport)),
                workload.cells().get(0),
                results,
                results,
                new Deleting(slots));

        BenchmarkResult result = run.run(RunListener.NONE);

        assertThat(slots).doesNotExist();
        assertThat(result.transportSettings().at("/transport").asText()).isEqualTo("loopback");
        assertThat(Files.readString(result.directory().resolve("transport.yaml")))
                .contains("slots");
    }
}
