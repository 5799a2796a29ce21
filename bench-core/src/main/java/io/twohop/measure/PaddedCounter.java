package io.twohop.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/** A counter with one writing thread and any readers, alone on its cache lines. Writing costs a plain store. */
public final class PaddedCounter {
    private static final int LONGS_PER_CACHE_LINE = 8;
    private static final int INDEX = 2 * LONGS_PER_CACHE_LINE;

    private final AtomicLongArray value = new AtomicLongArray(INDEX + 2 * LONGS_PER_CACHE_LINE);

    /** Adds one; the owning thread only. */
    public void increment() {
        add(1);
    }

    /** Adds a number; the owning thread only. */
    public void add(long count) {
        value.lazySet(INDEX, value.getPlain(INDEX) + count);
    }

    /** Returns the count; any thread. */
    public long get() {
        return value.get(INDEX);
    }
}
