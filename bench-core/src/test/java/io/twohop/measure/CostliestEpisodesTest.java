package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.SlowestMessages.Slow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostliestEpisodesTest {
    private static final long MEASURE_START = 1_000_000_000;

    private final CostliestEpisodes episodes =
            new CostliestEpisodes(3, new Window(0, MEASURE_START, 2 * MEASURE_START));

    private void record(long intended, long took) {
        episodes.record(2, intended / 10, intended, intended + 1, intended + took);
    }

    private static Slow slow(long intended, long took, long messages, long sum) {
        return new Slow(3, 2, intended / 10, intended, intended, intended + 1, intended + took, messages, sum);
    }

    @Test
    void shouldKeepTheSlowestOfAStallForAllThatItDelayed() {
        record(10, 5);
        long sum = 0;
        for (int i = 0; i < 100; i++) {
            record(1_000 + 10 * i, 1_000 - 10 * i);
            sum += 1_000 - 10 * i;
        }
        record(5_000, 5);

        assertThat(episodes.drainStopped())
                .containsExactlyInAnyOrder(slow(10, 5, 1, 5), slow(1_000, 1_000, 100, sum), slow(5_000, 5, 1, 5));
        assertThat(episodes.drainStopped()).isEmpty();
    }

    @Test
    void shouldLetASecondStallWithinTheFirstOneProlongIt() {
        record(1_000, 100);
        record(1_100, 300);
        record(1_600, 5);

        assertThat(episodes.drainStopped()).containsExactly(slow(1_100, 300, 3, 405));
    }

    @Test
    void shouldEndAnEpisodeThatOnlyGrowsAfterASecond() {
        for (int i = 1; i <= 300; i++) {
            record(MEASURE_START + i * 10_000_000L, i * 10_000_000L / 4);
        }

        // The first two messages overlap nothing.
        assertThat(episodes.drainStopped())
                .extracting(Slow::messages)
                .containsExactlyInAnyOrder(1L, 1L, 100L, 102L, 96L);
    }

    @Test
    void shouldKeepWarmUpApartFromTheWindow() {
        record(MEASURE_START - 10, 1_000);
        record(MEASURE_START + 10, 980);

        assertThat(episodes.drainStopped())
                .containsExactlyInAnyOrder(
                        slow(MEASURE_START - 10, 1_000, 1, 1_000), slow(MEASURE_START + 10, 980, 1, 980));
    }

    @Test
    void shouldPreferTheCostliestOfASecond() {
        for (int i = 0; i < 1_000; i++) {
            record(1_000 * i, 10);
        }
        record(2_000_000, 50);
        for (int i = 0; i < 20; i++) {
            record(3_000_000 + i, 20);
        }

        List<Slow> kept = new ArrayList<>(episodes.drainStopped());
        assertThat(kept).hasSize(SlowestMessages.KEPT);
        assertThat(kept).contains(slow(2_000_000, 50, 1, 50), slow(3_000_000, 20, 20, 400));
    }
}
