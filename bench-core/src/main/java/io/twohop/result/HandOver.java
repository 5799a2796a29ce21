package io.twohop.result;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What it takes until a thread on one core sees what a thread on another has written: half of a word there and back. */
final class HandOver {
    private static final int BATCH = 64;
    private static final int BATCHES = 256;
    private static final int FEWEST_BATCHES = 16;
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private HandOver() {}

    /** The median of some hundred batches; null where there is one core only, or other work left too little of a second one. */
    static Double nanos(int cores) {
        if (cores < 2) {
            return null;
        }
        AtomicLong there = new AtomicLong();
        AtomicLong back = new AtomicLong();
        Thread other = new Thread(() -> echo(there, back), "hand-over");
        other.setDaemon(true);
        other.start();
        double[] nanos = new double[BATCHES];
        int count = 0;
        long word = 0;
        long startNanos = System.nanoTime();
        long before = startNanos;
        while (count < BATCHES && before - startNanos < LONGEST_NANOS) {
            for (int i = 0; i < BATCH; i++) {
                there.setRelease(++word);
                while (back.getAcquire() != word) {
                    Thread.onSpinWait();
                }
            }
            long after = System.nanoTime();
            nanos[count++] = (after - before) / (2.0 * BATCH);
            before = after;
        }
        there.setRelease(-1);
        Arrays.sort(nanos, 0, count);
        return count < FEWEST_BATCHES ? null : (Double) nanos[count / 2];
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
