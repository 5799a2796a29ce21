package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two threads, sampled every 10 ms, by counts of Linux's kind and a clock that the test moves. */
class StandstillsTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final List<String> THREADS = List.of("service-0", "sink-0");

    private record Stop(long nanos, long lateNanos, long fromNanos, long toNanos) {}

    private final List<Stop> stops = new ArrayList<>();
    private final long[] ranNanos = new long[THREADS.size()];
    private final long[] waitedNanos = new long[THREADS.size()];

    @TempDir
    Path proc;

    private long nowNanos;
    private RunQueue queue;
    private ThreadStalls threads;
    private Standstills standstills;

    @BeforeEach
    void begin() throws IOException {
        write();
        queue = new RunQueue(proc, THREADS);
        threads = new ThreadStalls(queue, true, ExactCounts.NONE, () -> nowNanos, stall -> {});
        standstills = standstills(true);
    }

    @AfterEach
    void end() {
        queue.close();
    }

    private Standstills standstills(boolean spinning) {
        return new Standstills(
                threads, spinning, (nanos, late, from, to) -> stops.add(new Stop(nanos, late, from, to)));
    }

    private void write() throws IOException {
        for (int i = 0; i < THREADS.size(); i++) {
            Path task = Files.createDirectories(proc.resolve("self/task/" + (7 + i)));
            Files.writeString(task.resolve("comm"), THREADS.get(i) + "\n");
            Files.writeString(task.resolve("schedstat"), ranNanos[i] + " " + waitedNanos[i] + " 1\n");
        }
    }

    /** @param ranMillis of each thread in these 10 ms */
    private void sample(long lateMillis, long... ranMillis) throws IOException {
        nowNanos += 10 * MILLI;
        for (int i = 0; i < ranMillis.length; i++) {
            ranNanos[i] += ranMillis[i] * MILLI;
        }
        write();
        threads.sample(nowNanos, 0, 0);
        standstills.sample(lateMillis * MILLI);
    }

    @Test
    void shouldSeeAStopThatBeginsAndEndsBetweenTwoSamples() throws Exception {
        sample(0, 10, 10);
        sample(0, 6, 6);
        sample(0, 10, 10);

        assertThat(stops).containsExactly(new Stop(4 * MILLI, 0, 10 * MILLI, 20 * MILLI));
    }

    @Test
    void shouldTellHowLateTheSamplerWasWokenMeanwhile() throws Exception {
        sample(3, 6, 6);
        sample(0, 10, 10);

        assertThat(stops).containsExactly(new Stop(4 * MILLI, 3 * MILLI, 0, 10 * MILLI));
    }

    /** The kernel blocks a thread for the transport's sake: the other one goes on. */
    @Test
    void shouldLeaveOutWhatOnlyOneThreadStoodStill() throws Exception {
        sample(0, 10, 2);
        sample(0, 2, 10);
        sample(0, 10, 10);

        assertThat(stops).isEmpty();
    }

    /** Linux counts a wait when the thread gets a CPU again. */
    @Test
    void shouldTakeAWaitThatGoesOnForNoStop() throws Exception {
        sample(0, 10, 10);
        sample(0, 7, 5);
        waitedNanos[0] += 3 * MILLI;
        waitedNanos[1] += 5 * MILLI;
        sample(0, 10, 10);
        sample(0, 10, 10);

        assertThat(stops).isEmpty();
    }

    @Test
    void shouldWaitUntilEveryThreadHasRunAgain() throws Exception {
        sample(0, 10, 10);
        sample(9, 1, 1);
        sample(10, 0, 0);
        assertThat(stops).isEmpty();
        sample(0, 10, 10);
        sample(0, 10, 10);

        assertThat(stops).extracting(Stop::nanos).containsExactly(9 * MILLI, 10 * MILLI);
        assertThat(stops).extracting(Stop::lateNanos).containsExactly(10 * MILLI, 0L);
    }

    @Test
    void shouldNotCountThreadsThatSleep() throws Exception {
        standstills = standstills(false);
        sample(0, 1, 1);
        sample(0, 1, 1);

        assertThat(standstills.isCounted()).isFalse();
        assertThat(stops).isEmpty();
    }
}
