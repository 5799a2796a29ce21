package io.twohop.event.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.Distribution;
import io.twohop.config.Size;
import io.twohop.event.Microservice;
import io.twohop.workload.ServiceOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;

class WorkTest {
    private static final Duration MEAN = Duration.ofNanos(20_000);
    private static final int MESSAGES = 10_000;

    /** Reading it takes time, as reading any clock does. */
    private static final class Ticking implements NanoClock {
        static final long TICK = 25;

        private long nanos = Long.MAX_VALUE - 1_000;

        @Override
        public long nanoTime() {
            nanos += TICK;
            return nanos;
        }
    }

    private static double mean(long[] nanos) {
        return Arrays.stream(nanos).average().orElseThrow();
    }

    private static double meanSquared(long[] nanos) {
        return Arrays.stream(nanos)
                .mapToDouble(one -> (double) one * one)
                .average()
                .orElseThrow();
    }

    @Test
    void shouldDrawTheMomentsOfEachDistribution() {
        long[] constant = DrawnTimes.of(Distribution.constant(MEAN), Seeds.of(1, 0));
        long[] exponential = DrawnTimes.of(Distribution.exponential(MEAN), Seeds.of(1, 0));
        long[] lognormal = DrawnTimes.of(Distribution.lognormal(MEAN, 1), Seeds.of(1, 0));

        assertThat(constant).containsOnly(20_000);
        assertThat(mean(exponential)).isCloseTo(20_000, within(400.0));
        assertThat(meanSquared(exponential)).isCloseTo(2 * 20_000.0 * 20_000, within(4e7));
        assertThat(mean(lognormal)).isCloseTo(20_000, within(400.0));
        assertThat(meanSquared(lognormal)).isCloseTo(Math.E * 20_000 * 20_000, within(1e8));
        assertThat(Arrays.stream(lognormal).sorted().toArray()[DrawnTimes.COUNT / 2])
                .as("the median is what lies below the mean")
                .isCloseTo(Math.round(20_000 * Math.exp(-0.5)), within(250L));
    }

    @Test
    void shouldDrawTheSameForTheSameSeedAndInstanceAlone() {
        Distribution random = Distribution.exponential(MEAN);

        assertThat(DrawnTimes.of(random, Seeds.of(1, 0))).isEqualTo(DrawnTimes.of(random, Seeds.of(1, 0)));
        assertThat(DrawnTimes.of(random, Seeds.of(1, 0))).isNotEqualTo(DrawnTimes.of(random, Seeds.of(1, 1)));
        assertThat(DrawnTimes.of(random, Seeds.of(1, 1))).isNotEqualTo(DrawnTimes.of(random, Seeds.of(2, 0)));
    }

    @Test
    void shouldBeBusyForWhatWasDrawnAndAReadingOfTheClock() {
        Ticking clock = new Ticking();
        long[] drawn = {100, 1_000, 30, 0};
        Busy busy = new Busy(clock, drawn);
        List<Object> answers = new ArrayList<>();

        for (int i = 0; i < 8; i++) {
            long before = clock.nanos;
            busy.onEvent("event " + i, answers::add);

            long took = clock.nanos - before - Ticking.TICK;
            assertThat(took).as("message %d", i).isBetween(drawn[i % 4], drawn[i % 4] + Ticking.TICK);
        }
        assertThat(answers).hasSize(8).first().isEqualTo("event 0");
    }

    @Test
    void shouldKeepTheLastOfWhatItAllocates() {
        Allocate small = new Allocate(2_048);
        Allocate large = new Allocate(1 << 20);
        Allocate largest = new Allocate(64 << 20);

        for (int i = 0; i < 2_000; i++) {
            small.onEvent("", answer -> {});
        }
        for (int i = 0; i < 20; i++) {
            large.onEvent("", answer -> {});
        }
        largest.onEvent("", answer -> {});

        assertThat(small.kept()).isEqualTo(1_024);
        assertThat(large.kept()).isEqualTo(16);
        assertThat(largest.kept()).isEqualTo(1);
    }

    @Test
    void shouldKeepAllEntriesAndTouchThemAtRandom() {
        Cache cache = new Cache(1_000, Seeds.of(1, 0));
        List<Object> answers = new ArrayList<>();

        for (int i = 0; i < MESSAGES; i++) {
            cache.onEvent(i, answers::add);
        }

        assertThat(cache.size()).isEqualTo(1_000);
        // Ten times as many looks as entries leave about one in e^10 alone.
        assertThat(cache.touched()).isGreaterThan(990);
        assertThat(answers).hasSize(MESSAGES);
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldAnswerEachEventWithItself() {
        for (Microservice<?, ?> service : List.of(
                new BusyProvider().service(ServiceOptions.busy(Distribution.constant(Duration.ofNanos(100))), 0),
                new AllocateProvider().service(ServiceOptions.allocate(new Size(10)), 0),
                new CacheProvider().service(ServiceOptions.cache(10), 0))) {
            List<Object> answers = new ArrayList<>();

            ((Microservice<Object, Object>) service).onEvent("event", answers::add);

            assertThat(answers).containsExactly("event");
        }
    }
}
