package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.SlowestMessages.Slow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SlowestMessagesTest {
    private static final long MEASURE_START = 1_000_000;

    private final SlowestMessages slowest = new SlowestMessages(3, new Window(0, MEASURE_START, 2 * MEASURE_START));

    private void record(long sequence, long nanos) {
        slowest.record(3, sequence, sequence * 10, sequence * 10, sequence * 10 + 1, sequence * 10 + nanos);
    }

    @Test
    void shouldKeepTheSlowestWhateverTheirOrder() {
        List<Long> latencies =
                new ArrayList<>(LongStream.range(0, 10_000).boxed().toList());
        for (int round = 0; round < 3; round++) {
            latencies.forEach(nanos -> record(nanos, nanos));

            assertThat(slowest.drainStopped())
                    .extracting(Slow::nanos)
                    .containsExactlyInAnyOrderElementsOf(LongStream.range(10_000 - SlowestMessages.KEPT, 10_000)
                            .boxed()
                            .toList());
            // Rising, then falling, then mixed.
            if (round == 0) {
                Collections.reverse(latencies);
            } else {
                Collections.shuffle(latencies, new Random(7));
            }
        }
    }

    @Test
    void shouldKeepEachMessageWithItsTimes() {
        slowest.record(2, 5, 100, 110, 120, 190);

        assertThat(slowest.drainStopped()).containsExactly(new Slow(3, 2, 5, 100, 110, 120, 190));
        assertThat(slowest.drainStopped()).isEmpty();
    }

    @Test
    void shouldHandOverEachMessageOnce() {
        List<Slow> drained = new ArrayList<>();
        for (int second = 0; second < 10; second++) {
            for (int i = 0; i < 5; i++) {
                record(second * 5 + i, i);
            }
            drained.addAll(slowest.drain());
        }
        drained.addAll(slowest.drainStopped());

        assertThat(drained).extracting(Slow::sequence).hasSize(50).doesNotHaveDuplicates();
    }

    @Test
    void shouldWaitForAThreadThatRecordsNothing() {
        record(1, 1);
        assertThat(slowest.drain()).isEmpty();
        assertThat(slowest.drain()).isEmpty();
        record(2, 1);
        assertThat(slowest.drain()).extracting(Slow::sequence).containsExactly(1L);
        assertThat(slowest.drainStopped()).extracting(Slow::sequence).containsExactly(2L);
    }

    @Test
    void shouldKeepWhatIsMeasuredBesideASlowerStart() {
        for (int i = 0; i < 2 * SlowestMessages.KEPT; i++) {
            slowest.record(0, i, i, i, 0, i + 1_000);
            slowest.record(0, MEASURE_START + i, MEASURE_START + i, MEASURE_START + i, 0, MEASURE_START + i + 10);
        }

        List<Slow> drained = slowest.drainStopped();
        assertThat(drained).filteredOn(slow -> slow.nanos() == 1_000).hasSize(SlowestMessages.KEPT);
        assertThat(drained)
                .filteredOn(slow -> slow.sequence() >= MEASURE_START && slow.nanos() == 10)
                .hasSize(SlowestMessages.KEPT);
    }
}
