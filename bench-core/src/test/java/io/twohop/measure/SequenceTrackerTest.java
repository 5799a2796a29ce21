package io.twohop.measure;

import static io.twohop.measure.SequenceTracker.Arrival.DUPLICATE;
import static io.twohop.measure.SequenceTracker.Arrival.FIRST;
import static io.twohop.measure.SequenceTracker.Arrival.TOO_LATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceTrackerTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDistinguishDuplicatesFromFirstArrivalsInAnyOrder(boolean shared) {
        SequenceTracker tracker = new SequenceTracker(1_024, shared);

        assertThat(tracker.onArrival(5)).isEqualTo(FIRST);
        assertThat(tracker.onArrival(0)).isEqualTo(FIRST);
        assertThat(tracker.onArrival(1_000)).isEqualTo(FIRST);
        assertThat(tracker.onArrival(5)).isEqualTo(DUPLICATE);
        assertThat(tracker.onArrival(0)).isEqualTo(DUPLICATE);
        assertThat(tracker.onArrival(999)).isEqualTo(FIRST);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNeverGuessWhenAnArrivalIsOlderThanItsMemory(boolean shared) {
        SequenceTracker tracker = new SequenceTracker(1_024, shared);
        for (long sequence = 0; sequence < 10_000; sequence++) {
            assertThat(tracker.onArrival(sequence)).isEqualTo(FIRST);
        }

        assertThat(tracker.onArrival(9_999 - 1_000)).isEqualTo(DUPLICATE);
        assertThat(tracker.onArrival(100)).isEqualTo(TOO_LATE);
        assertThat(tracker.onArrival(9_999 - 1_100)).isEqualTo(TOO_LATE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldStayExactFarBeyondItsMemoryWhenGapsAreLarge(boolean shared) {
        SequenceTracker tracker = new SequenceTracker(64, shared);

        for (long sequence = 0; sequence < 1L << 36; sequence += (1L << 30) + 7) {
            assertThat(tracker.onArrival(sequence)).isEqualTo(FIRST);
            assertThat(tracker.onArrival(sequence)).isEqualTo(DUPLICATE);
        }
    }

    @Test
    void shouldCountEachSequenceOnceWhenThreadsRace() throws InterruptedException {
        int sequences = 200_000;
        SequenceTracker tracker = new SequenceTracker(sequences);
        AtomicLong first = new AtomicLong();
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = IntStream.range(0, 4)
                .mapToObj(number -> new Thread(() -> {
                    await(start);
                    for (int i = 0; i < sequences; i++) {
                        if (tracker.onArrival(i) == FIRST) {
                            first.incrementAndGet();
                        }
                    }
                }))
                .toArray(Thread[]::new);
        for (Thread thread : threads) {
            thread.start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(first).hasValue(sequences);
    }

    @Test
    void shouldNotLetASequenceThatCannotBeHideThoseThatCan() {
        SequenceTracker tracker = new SequenceTracker(64);
        for (long sequence : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62}) {
            assertThat(tracker.onArrival(sequence)).isEqualTo(TOO_LATE);
        }

        assertThat(tracker.onArrival(63)).isEqualTo(FIRST);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
