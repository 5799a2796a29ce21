package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.schedule.Schedule;
import io.twohop.testing.Runs;
import io.twohop.testing.model.ManualClock;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A generator whose times come from a file, on a clock that the test moves. */
class ReplayedGeneratorTest {
    private static final long MILLI = 1_000_000;
    private static final Workload WORKLOAD =
            Workload.builder().rate(1).duration(Duration.ofSeconds(1)).build();

    private final ManualClock clock = new ManualClock();
    private final long startNanos = clock.nanoTime();
    private final Window window = new Window(startNanos, startNanos + 10 * MILLI, startNanos + 100 * MILLI);

    /** What the file's reader has read so far. */
    private final Deque<Long> read = new ArrayDeque<>();

    private final List<Long> sentMillis = new ArrayList<>();

    private ScheduledGenerator<ByteBuffer> generator() {
        Schedule schedule =
                () -> read.isEmpty() ? Schedule.NOT_YET : read.peek() == Schedule.END ? read.peek() : read.poll();
        Publisher publisher = (message, intendedNanos) -> {
            sentMillis.add((intendedNanos - startNanos) / MILLI);
            return true;
        };
        PipelineSpec<ByteBuffer> spec = new PipelineSpec<>("test", WORKLOAD.scenario(), 1, Runs.messages());
        return new ScheduledGenerator<>(
                0,
                new Shared<>(
                        clock,
                        window,
                        MessageOutcomes.NONE,
                        new Failures(MessageOutcomes.NONE, new Notices()),
                        new Supplies<>(spec, Sending.of(spec), 1, 0, 0)),
                publisher,
                schedule);
    }

    @Test
    void shouldKeepTheFilesTimeOfWhatWasReadTooLate() {
        ScheduledGenerator<ByteBuffer> generator = generator();
        clock.advance(20 * MILLI);
        assertThat(generator.doWork()).isZero();

        read.addAll(List.of(12 * MILLI, 13 * MILLI));
        assertThat(generator.doWork()).isEqualTo(2);

        assertThat(sentMillis).containsExactly(12L, 13L);
        assertThat(generator.readTooLate()).isEqualTo(1);
        assertThat(generator.isUnread()).isTrue();
    }

    @Test
    void shouldNotCallLateWhatWasReadInTimeOrBelongsToWarmup() {
        ScheduledGenerator<ByteBuffer> generator = generator();
        clock.advance(5 * MILLI);
        read.add(2 * MILLI);
        assertThat(generator.doWork()).isEqualTo(1);

        read.add(30 * MILLI);
        assertThat(generator.doWork()).isZero();
        clock.advance(30 * MILLI);
        assertThat(generator.doWork()).isEqualTo(1);

        assertThat(sentMillis).containsExactly(2L, 30L);
        assertThat(generator.readTooLate()).isZero();
    }

    @Test
    void shouldFinishWithTheWindowAndNotWithTheFile() {
        read.addAll(List.of(0L, Schedule.END));
        ScheduledGenerator<ByteBuffer> generator = generator();
        assertThat(generator.doWork()).isEqualTo(1);
        clock.advance(99 * MILLI);
        assertThat(generator.doWork()).isZero();
        assertThat(generator.finished()).isFalse();

        clock.advance(MILLI);
        assertThat(generator.doWork()).isZero();
        assertThat(generator.finished()).isTrue();
        assertThat(sentMillis).containsExactly(0L);
    }

    @Test
    void shouldAccountForWhatWasDueAndNeverSent() {
        read.addAll(List.of(1 * MILLI, 20 * MILLI, 30 * MILLI, 40 * MILLI, Schedule.END));
        ScheduledGenerator<ByteBuffer> generator = generator();
        clock.advance(200 * MILLI);

        assertThat(generator.behind(startNanos + 35 * MILLI).warmup()).isEqualTo(1);
        assertThat(generator.sequence()).isZero();
    }
}
