package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.account.Histograms;
import io.twohop.recording.RecordedEvents;
import io.twohop.result.LatencySummary;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Events as a run records them, read back from a flight recording. The window is the second that began with the test. */
@Isolated("other runs of this JVM would be in the recording")
class RecordedTroublesTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Offset<Double> ROUNDED = within(1e-9);

    /** Another 20 ms may have passed unseen, since Linux counts in ticks. */
    private static final long OTHERS_NANOS = 180 * MILLI;

    private final RecordedEvents events = new RecordedEvents();
    private final long startNanos = System.nanoTime();
    private final long endNanos = startNanos + SECOND;

    @TempDir
    Path directory;

    RecordedTroublesTest() {
        events.started(startNanos, endNanos);
    }

    @AfterEach
    void close() {
        events.close();
    }

    private Trouble onlyWait() throws Exception {
        Path file = directory.resolve("run.jfr");
        events.dump(file);
        List<Trouble> waits = RecordedRun.read(file).stalls.cores.troubles();
        assertThat(waits).hasSize(1);
        return waits.get(0);
    }

    private void assertWaited(String cause, long millis, Trouble wait) {
        assertThat(wait)
                .extracting(Trouble::cause, Trouble::fromNanos, Trouble::toNanos, Trouble::nanos, Trouble::turns)
                .containsExactly(cause, startNanos, endNanos, millis * MILLI, 50L);
    }

    /** Of the rest, the agent had one half and other threads of the measured system the other. */
    @Test
    void shouldBlameTheMachineForItsPartOfAServersWait() throws Exception {
        events.waited("server-1", 300 * MILLI, 600 * MILLI, 50, startNanos, endNanos);
        events.used(400 * MILLI, 700 * MILLI, OTHERS_NANOS, startNanos, endNanos);

        Trouble wait = onlyWait();
        assertWaited("no core left for server-1", 600, wait);
        assertThat(wait.part()).isCloseTo((200 + 400 / 2) / 600.0, ROUNDED);
    }

    /** The rest is the measured system's doing. */
    @Test
    void shouldBlameTheMachineForItsPartOfAnAgentsWait() throws Exception {
        events.agentWaited("generator-0", 300 * MILLI, 50, startNanos, endNanos);
        events.used(500 * MILLI, 400 * MILLI, OTHERS_NANOS, startNanos, endNanos);

        Trouble wait = onlyWait();
        assertWaited("no core left for generator-0", 300, wait);
        assertThat(wait.part()).isCloseTo(200 / 300.0, ROUNDED);
    }

    /** A collection stops all threads, and the sampler with them. */
    @Test
    void shouldNotBlameTheMachineForASafepoint() throws Exception {
        long before = System.nanoTime();
        System.gc();
        long after = System.nanoTime();
        events.wokenLateWhileTheJvmRan(before, after);

        Path file = directory.resolve("run.jfr");
        events.dump(file);
        long safepointNanos = new Spans(RecordedRun.read(file).safepoints).covered(before, after);
        Stalls stalls = Explanation.of(file, List.of(), LatencySummary.of(Histograms.newHistogram()), 1, 1, List.of())
                .orElseThrow()
                .stalls();
        assertThat(safepointNanos).isPositive();
        assertThat(stalls.nanos(before - startNanos, after - startNanos))
                .isCloseTo(after - before - safepointNanos, within(1.0));
    }
}
