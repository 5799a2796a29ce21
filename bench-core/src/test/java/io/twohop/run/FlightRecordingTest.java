package io.twohop.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.Interval;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.testing.WholeRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a run leaves in its flight recording, and what is read out of it when it has none or ran out of memory. */
@Timeout(120)
class FlightRecordingTest {
    private static final String WORKLOAD = "rate: 1k\nwarmup: 1s\nduration: 2s\nfloor: 0s\nidle: park\n";
    private static final String LOOPBACK = "transport: loopback\ncodec: json\n";

    @TempDir
    Path results;

    private Path directory;

    private Fork run(String workload, RunListener listener) throws Exception {
        BenchmarkResult written = WholeRuns.run(WORKLOAD + workload, LOOPBACK, results, listener);
        directory = written.directory();
        Fork fork = written.forks().get(0);
        assertThat(fork.failure()).isNull();
        return fork;
    }

    @Test
    void shouldMarkTheRunInItsRecording() throws Exception {
        AtomicLong completedInWindow = new AtomicLong();
        run("", new RunListener() {
            @Override
            public void onStarted(Started started) {}

            @Override
            public void onInterval(Interval interval) {}

            @Override
            public void onEnded(Ended ended) {
                completedInWindow.set(ended.completedInWindow());
            }
        });

        long seconds = 0;
        long completed = 0;
        for (RecordedEvent event : RecordingFile.readAllEvents(directory.resolve("recording.jfr"))) {
            switch (event.getEventType().getName()) {
                case "io.twohop.Second" -> seconds++;
                case "io.twohop.MeasurementEnded" -> completed = event.getLong("completed");
                default -> {
                    // Of the JVM.
                }
            }
        }
        assertThat(seconds).isBetween(3L, 5L);
        // One may arrive just while they are counted.
        assertThat(completed).isPositive().isBetween(completedInWindow.get() - 1, completedInWindow.get());
    }

    @Test
    void shouldRecordNothingWhenToldSo() throws Exception {
        Fork fork = run("jfr: off\n", RunListener.NONE);

        assertThat(fork.memory()).isNull();
        assertThat(fork.tail()).isNull();
        assertThat(directory.resolve("recording.jfr")).doesNotExist();
    }

    @Test
    void shouldSayHowMuchHeapWasMissing() throws Exception {
        BenchmarkResult written = WholeRuns.run(
                WORKLOAD + "service: collects\njvm: { heap: 32m }\n", LOOPBACK, results, RunListener.NONE);

        assertThat(written.verdict().reasons().toString())
                .contains("ran out of memory: Java heap space")
                .containsPattern("1\\d\\d MB of it were in use after collections: try -Djvm.heap=(256|512)m");
        assertThat(written.directory()).isNotEmptyDirectory();
        assertThat(Files.list(written.directory()).map(Path::getFileName).map(Path::toString))
                .noneMatch(name -> name.contains("probe"));
    }
}
