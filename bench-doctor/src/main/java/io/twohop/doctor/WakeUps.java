package io.twohop.doctor;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/** Measures how late a thread runs after a sleep, or after another thread wakes it. The caller's thread, and one more for a hand-over. */
final class WakeUps {
    private static final int MOST = 10_000;

    private final NanoClock clock;
    private final LongConsumer sleep;

    /** @param sleep sleeps for the given nanoseconds or longer */
    WakeUps(NanoClock clock, LongConsumer sleep) {
        this.clock = clock;
        this.sleep = sleep;
    }

    /** Sleeps repeatedly and returns by how much each sleep was longer than asked. */
    Histogram late(long askedNanos, long forNanos) {
        Histogram late = Amounts.histogram();
        long start = clock.nanoTime();
        long before = start;
        while (before - start < forNanos && late.getTotalCount() < MOST) {
            sleep.accept(askedNanos);
            long now = clock.nanoTime();
            add(late, now - before - askedNanos);
            before = clock.nanoTime();
        }
        return late;
    }

    /** Returns the times from unparking a thread until it runs; two threads wake each other in turn. */
    Histogram handOvers(long forNanos) throws InterruptedException {
        HandOver there = new HandOver();
        HandOver back = new HandOver();
        Thread echo = new Thread(
                () -> {
                    for (int turn = 1; there.await(turn); turn++) {
                        back.give(turn, there.giver);
                    }
                },
                "hand-over");
        echo.setDaemon(true);
        there.giver = Thread.currentThread();
        echo.start();
        long start = clock.nanoTime();
        for (int turn = 1; turn <= MOST && clock.nanoTime() - start < forNanos; turn++) {
            there.give(turn, echo);
            back.await(turn);
        }
        there.give(HandOver.END, echo);
        echo.join();
        there.latencies.add(back.latencies);
        return there.latencies;
    }

    private static void add(Histogram histogram, long nanos) {
        histogram.recordValue(Math.max(0, Math.min(nanos, histogram.getHighestTrackableValue())));
    }

    /** One direction of the hand-over. */
    private final class HandOver {
        private static final int END = -1;

        private final AtomicInteger turn = new AtomicInteger();
        private final Histogram latencies = Amounts.histogram();
        private volatile long givenNanos;
        private Thread giver;

        void give(int next, Thread to) {
            givenNanos = clock.nanoTime();
            turn.set(next);
            LockSupport.unpark(to);
        }

        /** Waits for a turn; returns false at the end. */
        boolean await(int next) {
            while (turn.get() != next) {
                if (turn.get() == END) {
                    return false;
                }
                LockSupport.park(this);
            }
            add(latencies, clock.nanoTime() - givenNanos);
            return true;
        }
    }
}
