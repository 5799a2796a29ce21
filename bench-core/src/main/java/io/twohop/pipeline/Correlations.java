package io.twohop.pipeline;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts correlation values and digests them independently of their order, so that a repeated value does not hide a
 * missing one. One thread writes at a time, with plain stores; any may read.
 */
final class Correlations {
    private static final long FIRST_FACTOR = 0xbf58476d1ce4e5b9L;
    private static final long SECOND_FACTOR = 0x94d049bb133111ebL;
    private static final int LONGS_PER_CACHE_LINE = 8;
    private static final int COUNT = 2 * LONGS_PER_CACHE_LINE;
    private static final int DIGEST = COUNT + 1;

    private final AtomicLongArray values = new AtomicLongArray(COUNT + 2 * LONGS_PER_CACHE_LINE);

    void add(long correlation) {
        values.lazySet(DIGEST, values.getPlain(DIGEST) + mixed(correlation));
        values.lazySet(COUNT, values.getPlain(COUNT) + 1);
    }

    /** Mixes the bits: scheduled times are evenly spaced, so two errors in a plain sum would often cancel out. */
    private static long mixed(long correlation) {
        long first = (correlation ^ correlation >>> 30) * FIRST_FACTOR;
        long second = (first ^ first >>> 27) * SECOND_FACTOR;
        return second ^ second >>> 31;
    }

    long count() {
        return values.get(COUNT);
    }

    long digest() {
        return values.get(DIGEST);
    }
}
