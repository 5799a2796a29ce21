package io.twohop.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.twohop.schedule.Schedule;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReadAheadTest {
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    @TempDir
    Path directory;

    /** As a generator would ask, and as patient as nothing but a test is. */
    private static long next(Schedule schedule) {
        long offset = schedule.nextOffsetNanos();
        while (offset == Schedule.NOT_YET) {
            Thread.yield();
            offset = schedule.nextOffsetNanos();
        }
        return offset;
    }

    @Test
    void shouldHandOverAFileThatIsLargerThanTheRing() throws Exception {
        long rows = 10_000;
        Path file = ArrivalFiles.micros(
                directory, LongStream.range(0, rows).map(i -> 3 * i).toArray());

        try (ReadAhead ahead =
                ReadAhead.begin(ArrivalFiles.inMicros(file), 0, MINUTE_NANOS, new Division(1, 0, 1), 1, 1 << 10)) {
            ahead.awaitFilled(MINUTE_NANOS);
            Schedule schedule = ahead.schedule(0);
            for (long i = 0; i < rows; i++) {
                assertThat(next(schedule)).isEqualTo(3_000 * i);
            }
            assertThat(next(schedule)).isEqualTo(Schedule.END);
            assertThat(schedule.nextOffsetNanos()).isEqualTo(Schedule.END);
            assertThat(ahead.failure()).isEmpty();
        }
    }

    /** Garbage of the reading thread would be collected while others measure. */
    @Test
    void shouldReadRowsWithoutGarbage() throws Exception {
        int rows = 200_000;
        Path file = ArrivalFiles.rows(
                directory,
                "ts,size,key",
                LongStream.range(0, rows).mapToObj(i -> 3 * i + "," + (1 + i % 700) + ",KEY-" + i % 5_000));
        Replay replay = new Replay(ArrivalFiles.beside(file, null), 0, MINUTE_NANOS, new Division(1, 0, 1));
        // Knows the keys.
        replay.run((producer, offset, row) -> {});
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        long[] taken = new long[1];

        replay.run((producer, offset, row) -> taken[0]++);

        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(taken[0]).isEqualTo(rows);
        // Buffers and the header.
        assertThat(allocated).isLessThan(rows * 2L);
    }

    @Test
    void shouldGiveTheSizeAndKeyOfTheRowWhoseTimeCameLast() throws Exception {
        Path file = ArrivalFiles.rows(
                directory, "ts,size,key,topic", Stream.of("0,67108864,b,x", "1,20,a,y", "2,30,b,z", "3,40,c,y"));

        try (ReadAhead ahead =
                ReadAhead.begin(ArrivalFiles.beside(file, "topic"), 0, MINUTE_NANOS, new Division(2, 0, 1), 2)) {
            for (int row = 0; row < 4; row++) {
                int producer = row % 2;
                assertThat(next(ahead.schedule(producer))).isEqualTo(1_000L * row);
                assertThat(ahead.row(producer).bytes()).isEqualTo(row == 0 ? 64 << 20 : 10 * (row + 1));
                // The third of two.
                assertThat(ahead.row(producer).topic()).isEqualTo(row % 2);
                assertThat(ahead.row(producer).key()).isEqualTo(row == 3 ? 2 : row % 2);
            }
        }
    }

    @Test
    void shouldBeFilledBeforeTheStart() throws Exception {
        Path file = ArrivalFiles.micros(directory, 0, 1, 2);

        try (ReadAhead ahead =
                ReadAhead.begin(ArrivalFiles.inMicros(file), 0, MINUTE_NANOS, new Division(2, 0, 1), 2)) {
            ahead.awaitFilled(MINUTE_NANOS);

            assertThat(ahead.schedule(0).nextOffsetNanos()).isZero();
            assertThat(ahead.schedule(1).nextOffsetNanos()).isEqualTo(1_000);
        }
    }

    @Test
    void shouldEndEveryScheduleAndSayWhyWhereTheFileFails() throws Exception {
        Path file = ArrivalFiles.micros(directory, 0, 5, 4);

        try (ReadAhead ahead =
                ReadAhead.begin(ArrivalFiles.inMicros(file), 0, MINUTE_NANOS, new Division(2, 0, 1), 2)) {
            ahead.awaitFilled(MINUTE_NANOS);
            assertThat(next(ahead.schedule(0))).isZero();
            assertThat(next(ahead.schedule(1))).isEqualTo(5_000);
            assertThat(next(ahead.schedule(1))).isEqualTo(Schedule.END);
            assertThat(ahead.failure().orElseThrow())
                    .contains(":4: ts: 1us back (expected: no earlier time than in line 3;");
        }
        Files.delete(file);
        try (ReadAhead ahead =
                ReadAhead.begin(ArrivalFiles.inMicros(file), 0, MINUTE_NANOS, new Division(1, 0, 1), 1)) {
            assertThat(next(ahead.schedule(0))).isEqualTo(Schedule.END);
            assertThat(ahead.failure().orElseThrow()).contains("a file that is there");
        }
    }
}
