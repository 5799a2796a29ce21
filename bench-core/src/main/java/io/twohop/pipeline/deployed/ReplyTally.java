package io.twohop.pipeline.deployed;

import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.workload.Replies;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/** Decides which reply ends a request. The thread that reads replies writes, any may read the counts. */
abstract class ReplyTally {
    /** Each reply ends its request. */
    private static final ReplyTally ONE = new ReplyTally() {
        @Override
        boolean ends(int producer, long sequence, long intendedNanos) {
            return true;
        }
    };

    /** @param messages how many a producer sends at most */
    static ReplyTally of(Replies replies, int producers, long messages, NanoClock clock) {
        if (replies.areOptional()) {
            return new OptionalReplies(clock);
        }
        return replies.most() == 1 ? ONE : new SeveralReplies(replies.most(), producers, messages, clock);
    }

    /** Counts a reply. Returns whether its request now has all its replies, or more. */
    abstract boolean ends(int producer, long sequence, long intendedNanos);

    /** Returns the recorder of first replies, if requests have several; once, before the first request. */
    Optional<LatencyRecorder> firstReplies(Window window) {
        return Optional.empty();
    }

    /** Returns how many requests have at least one reply, if they are to have several. */
    long begun() {
        return 0;
    }

    /** Returns the longest time from when a request should have been sent to its reply, if requests need not have one. */
    long slowestNanos() {
        return Long.MAX_VALUE;
    }

    /**
     * Returns for how long before the last request none has a reply, if requests need not have one and this is far longer than
     * ever before; otherwise 0.
     *
     * @param lastNanos when the last request was due
     */
    long silentNanos(long lastNanos) {
        return 0;
    }
}
