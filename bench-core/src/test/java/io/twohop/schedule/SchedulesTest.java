package io.twohop.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.YamlDocument;
import io.twohop.workload.Arrivals;
import io.twohop.workload.Profile;
import io.twohop.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SchedulesTest {
    private static final int MANY = 1_000_000;

    @Test
    void shouldSpaceMessagesEvenlyWhenConstant() {
        Schedule schedule = Schedules.of(Arrivals.constant(), 3, 0, 1);

        assertThat(next(schedule, 4)).containsExactly(0, 333_333_333, 666_666_666, 1_000_000_000);
    }

    @Test
    void shouldNotDriftOverBillionsOfMessages() {
        Schedule schedule = Schedules.of(Arrivals.constant(), 3e6, 999_999_999, 1_000_000_000);

        assertThat(schedule.nextOffsetNanos()).isEqualTo(333_333_333_000L);
        assertThat(schedule.nextOffsetNanos()).isEqualTo(666_666_666_333L);
    }

    @Test
    void shouldInterleaveProducersThatShareARate() {
        Schedule first = Schedules.of(Arrivals.constant(), 1_000, 0, 2);
        Schedule second = Schedules.of(Arrivals.constant(), 1_000, 1, 2);

        assertThat(next(first, 3)).containsExactly(0, 2_000_000, 4_000_000);
        assertThat(next(second, 3)).containsExactly(1_000_000, 3_000_000, 5_000_000);
    }

    /** Senders on several machines go through one schedule. */
    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDivideAScheduleAmongSendersWithoutChangingIt(Arrivals arrivals) {
        int parts = 3;
        long[] whole = next(Schedules.of(arrivals, 7_000, 1, 2), 900);

        for (int part = 0; part < parts; part++) {
            long[] its = next(Schedules.of(arrivals, 7_000, 1, 2, part, parts), 300);
            for (int i = 0; i < its.length; i++) {
                assertThat(its[i]).isEqualTo(whole[part + i * parts]);
            }
        }
    }

    static Stream<Arrivals> kinds() {
        return Stream.of(Arrivals.constant(), Arrivals.burst(5), Arrivals.poisson(7));
    }

    private static Profile profile(String parts) {
        return Workload.read(YamlDocument.parse("x.yaml", "rate: " + parts)).profile();
    }

    private static List<Long> all(Schedule schedule) {
        List<Long> all = new ArrayList<>();
        for (long offset = schedule.nextOffsetNanos(); offset != Schedule.END; offset = schedule.nextOffsetNanos()) {
            all.add(offset);
        }
        return all;
    }

    private static Schedule profiled(Arrivals arrivals, Profile profile, long warmupNanos, int part, int parts) {
        return new ProfiledSchedule(
                Schedules.of(arrivals, ProfiledSchedule.PER_SECOND, 0, 1, part, parts), profile, warmupNanos);
    }

    @Test
    void shouldHaveAsManyMessagesInEachPartOfAProfileAsItsAreaSays() {
        Profile profile = profile(
                "[{from: 100, to: 300, over: 10s}, {hold: 500, for: 2s}, {step: 250, times: 2}, {to: 50, over: 4s}]");

        List<Long> all = all(profiled(Arrivals.constant(), profile, 3_000_000_000L, 0, 1));

        // Warm-up at 100/s; a trapezoid; 500, 750 and 1,000 for 2 s each; and down from 1,000 to 50.
        long[] expected = {300, 2_000, 1_000, 1_500, 2_000, 2_100};
        long[] seconds = {0, 3, 13, 15, 17, 19, 23};
        for (int i = 0; i < expected.length; i++) {
            long from = seconds[i] * 1_000_000_000L;
            long to = seconds[i + 1] * 1_000_000_000L;
            assertThat(all.stream().filter(offset -> offset >= from && offset < to))
                    .as("part " + i)
                    .hasSize((int) expected[i]);
        }
        assertThat(all).isSorted().hasSize(8_900);
    }

    @Test
    void shouldRampInAStraightLine() {
        List<Long> all = all(profiled(Arrivals.constant(), profile("[{from: 1, to: 1001, over: 10s}]"), 0, 0, 1));

        // t seconds into it, t + 50 t^2 messages were due.
        assertThat(all.get(0)).isZero();
        for (double t : new double[] {1, 2, 5, 9.5}) {
            int index = (int) Math.round(t + 50 * t * t);
            assertThat(all.get(index) / 1e9).isCloseTo(t, within(1e-2));
        }
        assertThat(all).hasSize(5_010);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDivideAProfileAmongSendersWithoutChangingIt(Arrivals arrivals) {
        Profile profile = profile("[{from: 100, to: 900, over: 4s}, {hold: 200, for: 1s}]");
        List<Long> whole = all(profiled(arrivals, profile, 1_000_000_000L, 0, 1));

        List<Long> together = new ArrayList<>();
        for (int part = 0; part < 3; part++) {
            together.addAll(all(profiled(arrivals, profile, 1_000_000_000L, part, 3)));
        }

        Collections.sort(together);
        assertThat(together).isEqualTo(whole);
        assertThat(whole).hasSizeBetween(2_150, 2_450);
    }

    @Test
    void shouldSendBurstsTogetherAndKeepTheRate() {
        Schedule schedule = Schedules.of(Arrivals.burst(3), 1_000, 0, 1);

        assertThat(next(schedule, 7)).containsExactly(0, 0, 0, 3_000_000, 3_000_000, 3_000_000, 6_000_000);
    }

    @Test
    void shouldRepeatPoissonArrivalsWhenTheSeedIsTheSame() {
        long[] once = next(Schedules.of(Arrivals.poisson(7), 1_000, 0, 1), 1_000);

        assertThat(next(Schedules.of(Arrivals.poisson(7), 1_000, 0, 1), 1_000)).isEqualTo(once);
        assertThat(next(Schedules.of(Arrivals.poisson(8), 1_000, 0, 1), 1_000)).isNotEqualTo(once);
        assertThat(next(Schedules.of(Arrivals.poisson(7), 1_000, 1, 2), 1_000))
                .isNotEqualTo(next(Schedules.of(Arrivals.poisson(7), 1_000, 0, 2), 1_000));
    }

    /** An exponential gap's standard deviation equals its mean; over n gaps both are known to about 1/sqrt(n). */
    @Test
    void shouldHavePoissonMeanAndVariance() {
        long[] offsets = next(Schedules.of(Arrivals.poisson(1), 1_000, 0, 1), MANY);
        double[] gaps = new double[MANY - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = offsets[i + 1] - offsets[i];
        }
        double mean = LongStream.range(0, gaps.length)
                .mapToDouble(i -> gaps[(int) i])
                .average()
                .orElseThrow();
        double variance = LongStream.range(0, gaps.length)
                .mapToDouble(i -> (gaps[(int) i] - mean) * (gaps[(int) i] - mean))
                .average()
                .orElseThrow();

        assertThat(mean).isCloseTo(1e6, within(5e3));
        assertThat(Math.sqrt(variance)).isCloseTo(1e6, within(1e4));
    }

    @Test
    void shouldOfferTheWholeRateWhenPoissonProducersShareIt() {
        double perSecond = 0;
        for (int producer = 0; producer < 4; producer++) {
            long[] offsets = next(Schedules.of(Arrivals.poisson(1), 1_000, producer, 4), MANY / 4);
            perSecond += offsets.length * 1e9 / offsets[offsets.length - 1];
        }

        assertThat(perSecond).isCloseTo(1_000, within(10.0));
    }

    private static long[] next(Schedule schedule, int count) {
        return LongStream.generate(schedule::nextOffsetNanos).limit(count).toArray();
    }

    /** What is due when is checked by those who have only the message. */
    @Test
    void shouldKnowWhenAMessageIsDueByItsNumber() {
        DuetSlices slices = new DuetSlices(7, 1, 1_000_000_000, 50_000_000);
        for (Arrivals arrivals : List.of(Arrivals.constant(), Arrivals.burst(7))) {
            for (double rate : new double[] {3, 999.7, 30_000}) {
                Schedule schedule = Schedules.of(arrivals, rate, 1, 3, 2, 4);
                Schedule sliced = slices.of(Schedules.of(arrivals, rate, 1, 3, 2, 4));
                DueTimes due = Schedules.due(arrivals, rate, 1, 3, 2, 4);
                for (long sequence = 0; sequence < 1_000; sequence++) {
                    assertThat(due.offsetNanos(sequence)).isEqualTo(schedule.nextOffsetNanos());
                    assertThat(slices.of(due).offsetNanos(sequence)).isEqualTo(sliced.nextOffsetNanos());
                }
            }
        }
        DueTimes random = Schedules.due(Arrivals.poisson(1), 1_000, 0, 1, 0, 1);
        assertThat(random.offsetNanos(5))
                .isEqualTo(slices.of(random).offsetNanos(5))
                .isEqualTo(DueTimes.UNKNOWN);
    }
}
