package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By counts of Linux's kind that the test writes; a second later. */
class PathThreadsTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private record Wait(String thread, long ranNanos, long waitedNanos, long turns) {}

    private final List<Wait> waits = new ArrayList<>();
    private final List<List<Long>> uses = new ArrayList<>();
    private final ProcessHandle server = ProcessHandle.current();

    @TempDir
    Path proc;

    private long nowNanos;

    private final PathThreads.Listener listener = new PathThreads.Listener() {
        @Override
        public void onWait(String thread, long ranNanos, long waitedNanos, long turns, long fromNanos, long toNanos) {
            waits.add(new Wait(thread, ranNanos, waitedNanos, turns));
        }

        @Override
        public void onUse(long[] used, long samplerTurns, int agents, long machineNanos, long fromNanos, long toNanos) {
            uses.add(List.of(
                    used[0] / MILLI,
                    used[1] / MILLI,
                    samplerTurns,
                    used[2] / MILLI,
                    used[3] / MILLI,
                    machineNanos / MILLI));
        }
    };

    @BeforeEach
    void begin() throws IOException {
        machine(1_000);
        thread("self", 1, "java", 10, 0);
        thread("self", 2, "generator-0+sin", 100, 5);
        thread("self", 3, "C2 CompilerThre", 50, 50);
        thread("self", 4, "kafka-producer-", 10, 10);
        thread("self", 5, "JFR Recorder Th", 1, 0);
        thread(server(), 6, "driver", 500, 500);
        thread("self", 7, "files-that-are-", 0, 0);
        thread("self", 10, "stall-sampler", 0, 0);
        thread(server(), 8, "C1 CompilerThre", 0, 0);
    }

    private String server() {
        return Long.toString(server.pid());
    }

    private void machine(long ticks) throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  " + ticks + " 0 0 900 0 70 80 0 0 0\ncpu0 1 0 0\n");
    }

    private void thread(String process, int number, String name, long ranMillis, long waitedMillis) throws IOException {
        Path task = Files.createDirectories(proc.resolve(process).resolve("task/" + number));
        Files.writeString(task.resolve("comm"), name + "\n");
        // The sampler gets a core for each millisecond that it runs.
        long turns = name.equals("stall-sampler") ? ranMillis : 7;
        Files.writeString(
                task.resolve("schedstat"), ranMillis * MILLI + " " + waitedMillis * MILLI + " " + turns + "\n");
    }

    private PathThreads threads() {
        return new PathThreads(
                proc,
                List.of("generator-0+sink-0"),
                List.of("files-that-are-old"),
                () -> Map.of("server-1", server),
                () -> nowNanos,
                listener);
    }

    @Test
    void shouldTellWhoUsedTheCpus() throws Exception {
        try (PathThreads threads = threads()) {
            nowNanos += 1_000 * MILLI;
            machine(1_200);
            thread("self", 1, "java", 13, 0);
            thread("self", 2, "generator-0+sin", 700, 5);
            thread("self", 3, "C2 CompilerThre", 150, 50);
            thread("self", 5, "JFR Recorder Th", 5, 0);
            thread(server(), 6, "driver", 900, 500);
            thread("self", 10, "stall-sampler", 30, 0);
            // Began meanwhile.
            thread("self", 9, "reader-1", 20, 0);
            threads.read();
        }

        assertThat(uses).containsExactly(List.of(600L, 30L, 30L, 7L, 520L, 2_000L));
        assertThat(waits).isEmpty();
    }

    /** The agents' own waits are sampled more often elsewhere; those of the compiler hold no message up. */
    @Test
    void shouldReportWaitsOfTheTransportsAndTheServersThreads() throws Exception {
        try (PathThreads threads = threads()) {
            nowNanos += 1_000 * MILLI;
            thread("self", 2, "generator-0+sin", 100, 205);
            thread("self", 3, "C2 CompilerThre", 50, 250);
            thread("self", 4, "kafka-producer-", 40, 110);
            thread(server(), 6, "driver", 900, 1_100);
            threads.read();
        }

        assertThat(waits)
                .containsExactlyInAnyOrder(
                        new Wait("kafka-producer-", 30 * MILLI, 100 * MILLI, 0),
                        new Wait("server-1", 400 * MILLI, 600 * MILLI, 0));
    }

    @Test
    void shouldReportNoWaitOfAThreadThatNoMessageWaitsFor() throws Exception {
        try (PathThreads threads = threads()) {
            nowNanos += 1_000 * MILLI;
            thread("self", 7, "files-that-are-", 90, 300);
            thread(server(), 8, "C1 CompilerThre", 10, 300);
            threads.read();
        }

        assertThat(waits).isEmpty();
        assertThat(uses).containsExactly(List.of(0L, 0L, 0L, 0L, 100L, 0L));
    }

    @Test
    void shouldReportNothingWhereNobodyCounts() throws Exception {
        Files.delete(proc.resolve("stat"));
        try (PathThreads threads = threads()) {
            threads.read();
        }

        assertThat(uses).isEmpty();
    }
}
