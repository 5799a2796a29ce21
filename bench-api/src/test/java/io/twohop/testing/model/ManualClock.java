package io.twohop.testing.model;

import org.agrona.concurrent.NanoClock;

/** A clock that stands still until it is moved. */
public final class ManualClock implements NanoClock {
    // Not zero, and near the overflow: nanoTime has no defined origin, and code that assumes one must fail here.
    private long nanos = Long.MAX_VALUE - 1_000_000_000L;

    @Override
    public long nanoTime() {
        return nanos;
    }

    public void advance(long byNanos) {
        nanos += byNanos;
    }
}
