package io.twohop.pipeline.deployed;

import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.Window;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/** Counts the replies of each of the newest requests, as many as {@link SentRequests} remembers, and times the first. */
final class SeveralReplies extends ReplyTally {
    /** Bits of a count, in the low end of a word; a request's sequence is above them, so that older counts do not matter. */
    private static final int COUNT_BITS = 16;

    private static final long MOST = (1L << COUNT_BITS) - 1;

    private final int perRequest;
    private final long[][] words;
    private final int mask;
    private final NanoClock clock;
    private final PaddedCounter begun = new PaddedCounter();
    private LatencyRecorder first;

    SeveralReplies(int perRequest, int producers, long messages, NanoClock clock) {
        this.perRequest = perRequest;
        this.clock = clock;
        words = new long[producers][SentRequests.size(messages)];
        mask = words[0].length - 1;
    }

    @Override
    boolean ends(int producer, long sequence, long intendedNanos) {
        int place = (int) sequence & mask;
        long word = words[producer][place];
        // Sequences count from 0: a word that was never written belongs to none.
        long owner = sequence + 1;
        long count = word >>> COUNT_BITS == owner ? Math.min(MOST, (word & MOST) + 1) : 1;
        words[producer][place] = owner << COUNT_BITS | count;
        if (count == 1) {
            begun.increment();
            first.record(intendedNanos, clock.nanoTime());
        }
        return count >= perRequest;
    }

    @Override
    Optional<LatencyRecorder> firstReplies(Window window) {
        first = new LatencyRecorder(window);
        return Optional.of(first);
    }

    @Override
    long begun() {
        return begun.get();
    }
}
