package io.twohop.pipeline.deployed;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** Keeps the time of the slowest reply: a request that has none for longer is not going to have one. */
final class OptionalReplies extends ReplyTally {
    private final NanoClock clock;
    private final AtomicLong slowestNanos = new AtomicLong();

    OptionalReplies(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    boolean ends(int producer, long sequence, long intendedNanos) {
        long nanos = clock.nanoTime() - intendedNanos;
        if (nanos > slowestNanos.getPlain()) {
            slowestNanos.lazySet(nanos);
        }
        return true;
    }

    @Override
    long slowestNanos() {
        return slowestNanos.get();
    }
}
