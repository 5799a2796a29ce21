package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DuetTest {
    private static final int ROUNDS = 1_000;

    private static List<Integer> starters(long seed) {
        Duet duet = new Duet(seed, ForkedRun.Patience.DEFAULT);
        return IntStream.rangeClosed(1, ROUNDS).map(duet::first).boxed().toList();
    }

    @Test
    void shouldLetChanceDecideWhoseJvmStartsFirst() {
        List<Integer> starters = starters(1);

        assertThat(Collections.frequency(starters, 0)).isBetween(ROUNDS * 45 / 100, ROUNDS * 55 / 100);
        assertThat(starters(1)).as("with the same seed again").isEqualTo(starters);
        assertThat(starters(2)).isNotEqualTo(starters);
    }
}
