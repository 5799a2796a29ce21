package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.Tail.Period;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("one-jdk")
class PeriodsTest {
    private static final long[] NONE = {};

    private static long[] every(long distance, int count) {
        return LongStream.range(0, count).map(i -> 1_000 + i * distance).toArray();
    }

    @Test
    void shouldFindAConstantDistance() {
        assertThat(Periods.of(every(357_000, 28), every(35_745, 28))).isEqualTo(new Period(357_000L, 35_745L));
        assertThat(Periods.of(every(357_000, 28), NONE)).isEqualTo(new Period(357_000L, null));
    }

    @Test
    void shouldFindItInAlternatingSeriesThatMissSome() {
        long[] both = LongStream.concat(
                        LongStream.range(0, 30).filter(i -> i % 10 != 3).map(i -> i * 100_000),
                        LongStream.range(0, 30).map(i -> 37_000 + i * 100_000 + i % 3 * 300))
                .toArray();

        assertThat(Periods.distance(both).orElseThrow()).isBetween(99_000.0, 101_000.0);
    }

    @Test
    void shouldTellMessagesFromTimeWhenTheRateVaries() {
        // At a rate that falls.
        long[] atNanos = IntStream.range(0, 30)
                .mapToLong(i -> i * 100_000L + i * i * 4_000L)
                .toArray();

        assertThat(Periods.of(atNanos, every(20_000, 30))).isEqualTo(new Period(null, 20_000L));
    }

    @Test
    void shouldFindNoneAmongRandomTimes() {
        int found = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            long[] random =
                    new Random(seed).longs(5 + seed % 60, 0, 10_000_000_000L).toArray();
            found += Periods.of(random, NONE) == null ? 0 : 1;
        }

        assertThat(found).isLessThanOrEqualTo(5);
    }

    @Test
    void shouldSayNothingOfFew() {
        assertThat(Periods.of(every(1_000, 4), NONE)).isNull();
        assertThat(Periods.of(NONE, NONE)).isNull();
    }
}
