package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StallsTest {
    private static final long START = 1_000;

    private static Stalls stalls(Trouble... troubles) {
        return new Stalls(List.of(troubles), START);
    }

    @Test
    void shouldSayForHowLongThreadsWereKeptFromRunning() {
        Stalls stalls = stalls(
                new Trouble("nothing ran", START + 100, START + 200, 100, 1),
                // It was kept for half of that time, nobody knows for which half.
                new Trouble("no core left", START + 300, START + 500, 100, 7),
                new Trouble("in warm-up", START - 50, START - 10, 40, 1));

        assertThat(stalls.nanos(0, 1_000)).isEqualTo(200);
        assertThat(stalls.nanos(0, 150)).isEqualTo(50);
        assertThat(stalls.nanos(150, 400)).isEqualTo(100);
        assertThat(stalls.nanos(500, 1_000)).isZero();
        assertThat(stalls.nanos(-100, 0)).isEqualTo(40);
    }
}
