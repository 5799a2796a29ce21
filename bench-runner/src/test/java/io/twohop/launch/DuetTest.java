package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.Rate;
import io.twohop.schedule.DuetSlices;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DuetTest {
    private static final int ROUNDS = 1_000;
    private static final int SLICES = 40;

    private static Duet of(long seed) {
        return of(seed, 10_000);
    }

    private static Duet of(long seed, int... rates) {
        return new Duet(seed, IntStream.of(rates).mapToObj(Rate::new).toList(), ForkedRun.Patience.DEFAULT);
    }

    private static List<Integer> starters(long seed) {
        return IntStream.rangeClosed(1, ROUNDS).map(of(seed)::first).boxed().toList();
    }

    private static List<Boolean> own(Duet duet, int number, int side) {
        return LongStream.range(0, SLICES)
                .mapToObj(duet.slices(number, side)::isOwn)
                .toList();
    }

    @Test
    void shouldLetChanceDecideWhoStartsFirstOfTwoRounds() {
        List<Integer> starters = starters(1);

        long ofFirstRounds = IntStream.range(0, ROUNDS / 2)
                .filter(pair -> starters.get(2 * pair) == 0)
                .count();
        assertThat(ofFirstRounds).isBetween(ROUNDS * 22L / 100, ROUNDS * 28L / 100);
        assertThat(starters(1)).as("with the same seed again").isEqualTo(starters);
        assertThat(starters(2)).isNotEqualTo(starters);
    }

    @ParameterizedTest
    @CsvSource({"10000, 10000, 250", "5000, 10000, 250", "4999, 10000, 1000", "10000, 300, 1000"})
    void shouldTakeTurnsAsShortAsAPercentileAllows(int rate, int other, int millis) {
        DuetSlices slices = of(1, rate, other).slices(1, 0);

        assertThat(slices.sliceNanos()).isEqualTo(millis * 1_000_000L);
        assertThat(slices.restNanos()).isEqualTo(millis * 100_000L);
    }

    @Test
    void shouldChangePlacesInTheSecondOfTwoRounds() {
        Duet duet = of(1);
        for (int number = 1; number < ROUNDS; number += 2) {
            assertThat(duet.first(number + 1)).isEqualTo(1 - duet.first(number));
            for (int side = 0; side < 2; side++) {
                assertThat(own(duet, number + 1, side)).isEqualTo(own(duet, number, 1 - side));
            }
        }
        assertThat(own(duet, 3, 0)).as("the next two").isNotEqualTo(own(duet, 1, 0));
    }
}
