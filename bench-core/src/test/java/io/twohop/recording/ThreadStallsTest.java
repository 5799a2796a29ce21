package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By counts of Linux's kind that the test writes, and a clock that it moves. */
class ThreadStallsTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MICRO = 1_000;
    private static final String THREAD = "service-0";

    private record Stall(boolean waiting, long nanos, long endNanos) {}

    private final List<Stall> stalls = new ArrayList<>();
    private final List<ThreadStalls.Stall> found = new ArrayList<>();

    @TempDir
    Path proc;

    private long nowNanos;
    private long ranNanos;
    private long waitedNanos;
    private RunQueue queue;
    private ThreadStalls threads;

    @BeforeEach
    void begin() throws IOException {
        Path task = Files.createDirectories(proc.resolve("self/task/7"));
        Files.writeString(task.resolve("comm"), THREAD + "\n");
        write();
        queue = new RunQueue(proc, List.of(THREAD));
        threads = new ThreadStalls(queue, true, ExactCounts.NONE, () -> nowNanos, stall -> {
            found.add(stall);
            stalls.add(new Stall(stall.waiting(), stall.nanos(), stall.endNanos()));
        });
    }

    private void write() throws IOException {
        Files.writeString(proc.resolve("self/task/7/schedstat"), ranNanos + " " + waitedNanos + " 1\n");
    }

    /** As many samples, a millisecond apart, of a thread that runs or waits all the time, or does neither. */
    private void samples(int count, boolean runs, boolean waits) throws IOException {
        for (int i = 0; i < count; i++) {
            nowNanos += MILLI;
            ranNanos += runs ? MILLI : 0;
            waitedNanos += waits ? MILLI : 0;
            write();
            threads.sample(nowNanos, 0, 0);
        }
    }

    @Test
    void shouldSeeAThreadThatStoodStillForManySamples() throws Exception {
        samples(5, true, false);
        samples(50, false, false);
        samples(5, true, false);

        assertThat(stalls).containsExactly(new Stall(false, 50 * MILLI, 56 * MILLI));
        queue.close();
    }

    /** What a thread ran is counted up to the kernel's last tick only. */
    @Test
    void shouldTakeACountThatIsLateForNoStall() throws Exception {
        for (int i = 0; i < 20; i++) {
            samples(9, false, false);
            ranNanos += 9 * MILLI;
            samples(1, true, false);
        }

        assertThat(stalls).isEmpty();
        queue.close();
    }

    /** A wait counts when it ends; who ran meanwhile counts from the last sample that saw the thread. */
    @Test
    void shouldAccountForAllThatRanDuringAWait() throws Exception {
        samples(1, true, false);
        long samplerNanos = 0;
        for (int i = 0; i < 3; i++) {
            nowNanos += MILLI;
            threads.sample(nowNanos - MICRO, 2 * MILLI, samplerNanos += MICRO);
        }
        nowNanos += MILLI;
        ranNanos += MILLI / 2;
        waitedNanos += 3 * MILLI;
        write();
        threads.sample(nowNanos - MICRO, MILLI, samplerNanos += MICRO);

        assertThat(found).hasSize(1);
        assertThat(found.get(0).accountedFromNanos()).isEqualTo(MILLI);
        assertThat(found.get(0).accountedNanos()).isEqualTo(7 * MILLI + MILLI / 2);
        assertThat(found.get(0).samplerNanos()).isEqualTo(4 * MICRO);
        assertThat(found.get(0).endNanos()).isEqualTo(5 * MILLI);

        nowNanos += MILLI;
        waitedNanos += MILLI;
        write();
        threads.sample(nowNanos - MICRO, MILLI / 4, samplerNanos += MICRO);

        // Before anything was read: what ran between there and the reading lies inside as well.
        assertThat(found.get(1).accountedFromNanos()).isEqualTo(5 * MILLI - MICRO);
        assertThat(found.get(1).accountedNanos()).isEqualTo(MILLI / 4);
        assertThat(found.get(1).samplerNanos()).isEqualTo(MICRO);
        queue.close();
    }

    @Test
    void shouldSeeEachWaitAsItComes() throws Exception {
        samples(2, false, true);
        samples(1, true, false);

        assertThat(stalls).containsExactly(new Stall(true, MILLI, MILLI), new Stall(true, MILLI, 2 * MILLI));
        queue.close();
    }
}
