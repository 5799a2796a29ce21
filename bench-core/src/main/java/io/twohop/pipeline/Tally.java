package io.twohop.pipeline;

import io.twohop.measure.Window;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts first arrivals by producer, by the phase of the message and by the phase of the arrival. One thread writes,
 * without a branch; any may read.
 */
final class Tally {
    private static final int LONGS_PER_CACHE_LINE = 8;
    private static final int MEASURED = 1;
    private static final int IN_WINDOW = 2;
    private static final int PHASES = 4;

    private final Window window;
    private final AtomicLongArray counts;

    Tally(Window window, int producers) {
        this.window = window;
        // The first and the last line keep other data away.
        this.counts = new AtomicLongArray((producers + 2) * LONGS_PER_CACHE_LINE);
    }

    void count(int producer, long intendedNanos, long nowNanos) {
        int measured = MEASURED - window.warmsUp(intendedNanos);
        int index = line(producer) + measured + IN_WINDOW * window.covers(nowNanos);
        counts.lazySet(index, counts.getPlain(index) + 1);
    }

    private static int line(int producer) {
        return (producer + 1) * LONGS_PER_CACHE_LINE;
    }

    /** Counts all arrivals, warm-up included. */
    long all(int producer) {
        long all = 0;
        for (int phase = 0; phase < PHASES; phase++) {
            all += counts.get(line(producer) + phase);
        }
        return all;
    }

    /** Counts the measured messages that arrived in the window. */
    long arrived(int producer) {
        return counts.get(line(producer) + MEASURED + IN_WINDOW);
    }

    /** Counts the measured messages that arrived after the window. */
    long arrivedLater(int producer) {
        return counts.get(line(producer) + MEASURED);
    }

    /** Counts the warm-up messages that arrived in the window. */
    long inherited() {
        return sum(IN_WINDOW);
    }

    /** Counts all arrivals in the window, whenever the messages were due. */
    long inWindow() {
        return inherited() + sum(IN_WINDOW + MEASURED);
    }

    private long sum(int offset) {
        long sum = 0;
        for (int i = LONGS_PER_CACHE_LINE; i < counts.length() - LONGS_PER_CACHE_LINE; i += LONGS_PER_CACHE_LINE) {
            sum += counts.get(i + offset);
        }
        return sum;
    }
}
