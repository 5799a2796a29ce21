package io.twohop.pipeline.deployed;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/**
 * Keeps the time of the slowest reply: a request that has none for longer is not going to have one. Keeps also the longest gap between
 * requests with a reply: a far longer one at the end shows a service that stopped, which otherwise looks like one that filters.
 */
final class OptionalReplies extends ReplyTally {
    /** Gaps that have to be known: the longest of fewer says little of the next. */
    private static final int LEAST_GAPS = 10;

    /** With this many times the longest of ten gaps, a filter that picks at random is mistaken in one of 100,000 runs. */
    private static final int TIMES_LONGEST = 10;

    private static final long LEAST_SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NanoClock clock;
    private final AtomicLong slowestNanos = new AtomicLong();

    /** When the newest request that has a reply was due. */
    private final AtomicLong newestNanos = new AtomicLong();

    private final AtomicLong longestGapNanos = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong(-1);

    OptionalReplies(NanoClock clock) {
        this.clock = clock;
    }

    @Override
    boolean ends(int producer, long sequence, long intendedNanos) {
        long nanos = clock.nanoTime() - intendedNanos;
        if (nanos > slowestNanos.getPlain()) {
            slowestNanos.lazySet(nanos);
        }
        noteGap(intendedNanos);
        return true;
    }

    private void noteGap(long intendedNanos) {
        long known = gaps.getPlain();
        long gapNanos = known < 0 ? 0 : intendedNanos - newestNanos.getPlain();
        if (known >= 0 && gapNanos <= 0) {
            return;
        }
        longestGapNanos.lazySet(Math.max(longestGapNanos.getPlain(), gapNanos));
        newestNanos.lazySet(intendedNanos);
        gaps.lazySet(known + 1);
    }

    @Override
    long slowestNanos() {
        return slowestNanos.get();
    }

    @Override
    long silentNanos(long lastNanos) {
        if (gaps.get() < LEAST_GAPS) {
            return 0;
        }
        long silentNanos = lastNanos - newestNanos.get();
        long usualNanos = Math.max(LEAST_SILENT_NANOS, TIMES_LONGEST * longestGapNanos.get());
        return silentNanos > usualNanos ? silentNanos : 0;
    }
}
