package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Interval;
import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What a run leaves in its flight recording, and what is read out of it when it has none or ran out of memory. */
@Isolated("other runs of this JVM would be in its recording")
@Timeout(120)
class FlightRecordingTest {
    private static final String LOOPBACK = "transport: loopback\ncodec: json\n";

    @TempDir
    Path results;

    @Test
    void shouldMarkTheRunInItsRecording() throws Exception {
        AtomicLong intervals = new AtomicLong();
        AtomicLong completedInWindow = new AtomicLong();
        BenchmarkResult result = WholeRuns.explainedHere("", LOOPBACK, results, new RunListener() {
            @Override
            public void onStarted(Started started) {}

            @Override
            public void onInterval(Interval interval) {
                intervals.incrementAndGet();
            }

            @Override
            public void onEnded(Ended ended) {
                completedInWindow.set(ended.messages().completedInWindow());
            }
        });

        long seconds = 0;
        long completed = 0;
        for (RecordedEvent event :
                RecordingFile.readAllEvents(result.directory().resolve("recording.jfr"))) {
            switch (event.getEventType().getName()) {
                case "io.twohop.Second" -> seconds++;
                case "io.twohop.MeasurementEnded" -> completed = event.getLong("completed");
                default -> {
                    // Of the JVM.
                }
            }
        }
        assertThat(seconds).isPositive().isEqualTo(intervals.get());
        // One may arrive just while they are counted.
        assertThat(completed).isPositive().isBetween(completedInWindow.get() - 1, completedInWindow.get());
        shouldBeExplainedBesideAServerThatDied(result);
    }

    private static void shouldBeExplainedBesideAServerThatDied(BenchmarkResult result) throws Exception {
        Path ofServer = Files.createFile(result.directory().resolve("recording-broker-1.jfr"));

        Fork explained = Explanations.explain(
                result.forks().get(0).explained(null, null, null),
                Optional.of(result.directory().resolve("recording.jfr")),
                false);

        assertThat(explained.memory()).isPresent();
        assertThat(ofServer).doesNotExist();
    }

    @Test
    void shouldSayHowMuchHeapWasMissing() throws Exception {
        BenchmarkResult written = WholeRuns.overLoopback(
                "service: collects\njvm: { heap: 32m, " + WholeRuns.FIRST_COMPILER + " }\n", results, RunListener.NONE);

        assertThat(written.verdict().reasons().toString())
                .contains("ran out of memory: Java heap space")
                .containsPattern("1\\d\\d MB of it were in use after collections: try -Djvm.heap=(256|512)m");
        assertThat(written.directory()).isNotEmptyDirectory();
        assertThat(Files.list(written.directory()).map(Path::getFileName).map(Path::toString))
                .noneMatch(name -> name.contains("probe"));
    }

    @Test
    void shouldNotTakeAWordInTheOutputOfACompleteRunForMissingHeap() throws Exception {
        BenchmarkResult written = WholeRuns.overLoopback(
                "jvm: { flags: [-Xlog:class+load, -XX:TieredStopAtLevel=1] }\n", results, RunListener.NONE);

        assertThat(written.forks().get(0).failure()).isNull();
        assertThat(written.verdict().reasons().toString()).doesNotContain("heap");
    }
}
