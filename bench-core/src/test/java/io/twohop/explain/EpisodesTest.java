package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.Episodes.Episode;
import io.twohop.measure.Slices.Slice;
import io.twohop.measure.SlowestMessages.Slow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times in milliseconds. */
class EpisodesTest {
    private static Slow message(long due, long took) {
        return new Slow(0, 0, due, due, due, 0, due + took);
    }

    @Test
    void shouldReportOneStallByItsSlowestMessage() {
        List<Slow> messages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            messages.add(message(1_000 + i, 100 - i));
        }
        // What piled up meanwhile.
        messages.add(message(1_150, 20));
        messages.add(message(5_000, 30));
        messages.add(message(5_010, 25));

        assertThat(Episodes.of(messages, 1, 100))
                .containsExactly(
                        new Episode(message(1_000, 100), 101, 5_050 + 20 - 101),
                        new Episode(message(5_000, 30), 2, 30 + 25 - 2));
        assertThat(Episodes.of(messages, 1, 1)).containsExactly(new Episode(message(1_000, 100), 101, 4_969));
    }

    @Test
    void shouldPreferWhatCostsManyMessagesLittleToWhatCostsOneMessageMuch() {
        Slow longest = message(1_000, 100);
        Slow costliest = new Slow(0, 0, 5_000, 5_000, 5_000, 0, 5_020, 50, 500);

        assertThat(Episodes.of(List.of(longest, costliest), 2, 100))
                .containsExactly(new Episode(costliest, 50, 400), new Episode(longest, 1, 98));
    }

    @Test
    void shouldLeaveOutWhatCostsNothing() {
        assertThat(Episodes.of(List.of(message(1_000, 2), message(2_000, 1)), 2, 100))
                .isEmpty();
    }

    @Test
    void shouldJoinWhatSeveralSinksSawOfOneStall() {
        Slow here = new Slow(0, 0, 5_000, 5_000, 5_000, 0, 5_020, 50, 500);
        Slow there = new Slow(1, 1, 5_001, 5_001, 5_001, 0, 5_031, 10, 150);

        assertThat(Episodes.of(List.of(here, there), 0, 100)).containsExactly(new Episode(there, 60, 650));
    }

    @Test
    void shouldCountTheEpisodesThatAPercentileRestsOn() {
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            long stall = i >= 2_000 && i < 2_100 ? 2_100 - i : i >= 7_000 && i < 7_050 ? 7_050 - i : 0;
            slices.add(new Slice(i, 1, 10, 1, 2 + stall));
        }

        assertThat(Episodes.count(slices, 2, 3)).isEqualTo(3);
        assertThat(Episodes.count(slices, 20, 3)).isEqualTo(2);
        assertThat(Episodes.count(slices, 60, 3)).isEqualTo(1);
        assertThat(Episodes.count(slices, 200, 3)).isZero();
    }
}
