package io.twohop.machine;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** Measures the time until a thread on one core sees a write of a thread on another: half a round trip of a word. */
final class HandOver {
    private static final int BATCH = 64;
    private static final int BATCHES = 256;
    private static final int FEWEST_BATCHES = 16;
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Spins that exceed any answer of another core: reading the clock after them distorts nothing. */
    private static final int SPINS_OF_A_SLOW_ANSWER = 1_000;

    private final AtomicLong there = new AtomicLong();
    private final AtomicLong back = new AtomicLong();
    private final LongSupplier nanoTime;
    private final long startNanos;

    private HandOver(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        startNanos = nanoTime.getAsLong();
    }

    /** Returns the median of some hundred batches; null on one core, or if other work left too little of a second one. */
    static Double nanos(int cores) {
        return cores < 2 ? null : nanos(HandOver::echo, System::nanoTime);
    }

    /** Measures by a clock, with a thread that writes each word back until a negative one. */
    static Double nanos(BiConsumer<AtomicLong, AtomicLong> echo, LongSupplier nanoTime) {
        HandOver measured = new HandOver(nanoTime);
        Thread other = new Thread(() -> echo.accept(measured.there, measured.back), "hand-over");
        other.setDaemon(true);
        other.start();
        return measured.median();
    }

    private Double median() {
        double[] nanos = new double[BATCHES];
        int count = 0;
        long before = startNanos;
        while (count < BATCHES && before - startNanos < LONGEST_NANOS && isAnswered((long) count * BATCH)) {
            long after = nanoTime.getAsLong();
            nanos[count++] = (after - before) / (2.0 * BATCH);
            before = after;
        }
        there.setRelease(-1);
        Arrays.sort(nanos, 0, count);
        return count < FEWEST_BATCHES ? null : (Double) nanos[count / 2];
    }

    /**
     * Hands over a batch of words. Where both threads have to share a core, each answer may take milliseconds: when the time is
     * over, the batch is given up.
     */
    private boolean isAnswered(long last) {
        for (long word = last + 1; word <= last + BATCH; word++) {
            there.setRelease(word);
            for (int spins = 1; back.getAcquire() != word; spins++) {
                if (spins % SPINS_OF_A_SLOW_ANSWER == 0 && nanoTime.getAsLong() - startNanos >= LONGEST_NANOS) {
                    return false;
                }
                Thread.onSpinWait();
            }
        }
        return true;
    }

    private static void echo(AtomicLong there, AtomicLong back) {
        long last = 0;
        while (last >= 0) {
            long word = there.getAcquire();
            if (word != last) {
                last = word;
                back.setRelease(word);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
