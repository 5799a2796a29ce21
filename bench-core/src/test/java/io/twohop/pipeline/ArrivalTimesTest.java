package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.Window;
import io.twohop.schedule.DueTimes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalTimesTest {
    private static final long START = 5_000_000_000L;
    private static final long MILLI = 1_000_000;
    private static final Window WINDOW = new Window(START, START + 10 * MILLI, START + 100 * MILLI);

    /** A message each millisecond, of a producer whose schedule is known and of one whose schedule is not. */
    private final ArrivalTimes times = new ArrivalTimes.Known(
            WINDOW,
            new DueTimes[] {sequence -> sequence * MILLI, DueTimes.NOT_KNOWN},
            ArrivalTimes.Known.CLOCKS_AGREE_NANOS,
            true);

    @ParameterizedTest
    @CsvSource({
        // producer, sequence, intended, stage and now since the start, whether that can be
        "0, 20, 20000000, 20000000, 20000000, true",
        "0, 20, 20000000, 20000700, 20000900, true",
        "0, 20, 20000001, 20000700, 20000900, false",
        "0, 21, 20000000, 20000700, 20000900, false",
        "0, 100, 100000000, 100000000, 100000000, false",
        "0, -1, -1000000, 0, 0, false",
        "0, 20, 20000000, 19999100, 20000900, true",
        "0, 20, 20000000, 19998900, 20000900, false",
        "0, 20, 20000000, 20002000, 20000900, false",
        "0, 20, 20000000, 20000000, 19998900, false",
        "1, 7, 20000000, 20000700, 20000900, true",
        "1, 7, -1, 20000700, 20000900, false",
        "1, 7, 99999999, 99999999, 99999999, true",
        "1, 7, 100000000, 100000000, 100000000, false",
        "1, -7, 20000000, 20000700, 20000900, false",
        "1, 7, 4611686018427387904, 20000700, 20000900, false",
    })
    void shouldBeSoundWhereTheyAreScheduledAndInTheirOrder(
            int producer, long sequence, long intended, long stage, long now, boolean sound) {
        assertThat(times.areSound(producer, sequence, START + intended, START + stage, START + now))
                .isEqualTo(sound);
    }

    @ParameterizedTest
    @CsvSource({
        "20000001, 20000700, 'its intended time is 20,000,001 ns after the run''s start, where the schedule has no such message'",
        "20000000, 20002000, 'its times are out of order: intended, then at its sender 2,000 ns later, then here -1,100 ns later'",
    })
    void shouldSayWhatIsWrong(long intended, long stage, String fault) {
        assertThat(times.fault(0, 20, START + intended, START + stage, START + 20_000_900))
                .isEqualTo(fault);
    }
}
