package io.twohop.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultSamplerTest {
    private static final String THREAD = "generator-0+service-0";

    @TempDir
    Path proc;

    private long now;
    private final List<String> seen = new ArrayList<>();

    private char state = 'R';

    private void count(long minor, long major, long ran, long turns) throws IOException {
        Path task = Files.createDirectories(proc.resolve("self/task/7"));
        Files.writeString(task.resolve("comm"), "generator-0+ser\n");
        Files.writeString(task.resolve("schedstat"), ran + " 0 " + turns + "\n");
        // A name may hold blanks and parentheses.
        Files.writeString(
                task.resolve("stat"),
                "7 (a) b (c) " + state + " 1 7 7 0 -1 4194624 " + minor + " 5 " + major + " 6 11 12 0 0\n");
        now += 1_000;
    }

    @Test
    void shouldReportWhatWasCountedBetweenTwoSamples() throws Exception {
        count(10, 1, 100, 1);
        try (RunQueue queue = new RunQueue(proc, List.of(THREAD));
                PageFaults faults = new PageFaults(proc, List.of(THREAD))) {
            ThreadStalls stalls = new ThreadStalls(queue, true, ExactCounts.NONE, () -> now, stall -> {});
            FaultSampler sampler = new FaultSampler(
                    faults,
                    stalls,
                    () -> now,
                    (thread, start, end, counts) -> seen.add(thread + " " + start + " " + end + " " + counts));
            count(14, 1, 100, 1);
            stalls.sample(now, 0, 0);
            sampler.sample();
            count(14, 1, 100, 1);
            stalls.sample(now, 0, 0);
            sampler.sample();
            count(14, 3, 900, 2);
            stalls.sample(now, 0, 0);
            sampler.sample();
            state = 'D';
            count(14, 3, 900, 2);
            stalls.sample(now, 0, 0);
            sampler.sample();
        }

        assertThat(seen)
                .containsExactly(
                        THREAD + " 1000 2000 Counts[minor=4, major=0, turns=0, ranNanos=0, blocked=false]",
                        THREAD + " 3000 4000 Counts[minor=0, major=2, turns=1, ranNanos=800, blocked=false]",
                        THREAD + " 4000 5000 Counts[minor=0, major=0, turns=0, ranNanos=0, blocked=true]");
    }

    @Test
    void shouldSampleNothingWhereThereIsNoProc() throws Exception {
        Path nowhere = proc.resolve("nowhere");
        try (RunQueue queue = new RunQueue(nowhere, List.of(THREAD));
                PageFaults faults = new PageFaults(nowhere, List.of(THREAD))) {
            new FaultSampler(faults, new ThreadStalls(queue, true)).sample();
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void shouldReadTheReadAheadOfTheDeviceBelowADirectory() throws Exception {
        long device = ((Number) Files.getAttribute(proc, "unix:dev")).longValue();
        Path bdi = Files.createDirectories(proc.resolve("class/bdi").resolve(ReadAhead.name(device)));
        assertThat(ReadAhead.bytes(proc, proc)).isZero();
        Files.writeString(bdi.resolve("read_ahead_kb"), "8192\n");

        assertThat(ReadAhead.bytes(proc, proc)).isEqualTo(8 << 20);
        assertThat(ReadAhead.name(0xfe00)).isEqualTo("254:0");
        assertThat(ReadAhead.name(0x10_fe01L)).isEqualTo("254:257");
    }
}
