package io.twohop.transport.rabbitmq;

import java.util.function.LongSupplier;

/**
 * Messages that a consumer has handled and not acknowledged yet. A service's request waits until its replies, and all replies before
 * them, have outcomes: they go over another connection, which an acknowledgement could overtake. The thread that consumes and publishes.
 */
final class HandledRequests {
    private static final int PLACES = 128;
    private static final int MASK = PLACES - 1;

    private final LongSupplier newestReply;
    private final LongSupplier oldestOpenReply;

    /** Delivery tags, oldest first, each with the number of the newest reply when it was handled. */
    private final long[] tags = new long[PLACES];

    private final long[] replies = new long[PLACES];
    private int first;
    private int count;

    /** Visible to tests. */
    HandledRequests(LongSupplier newestReply, LongSupplier oldestOpenReply) {
        this.newestReply = newestReply;
        this.oldestOpenReply = oldestOpenReply;
    }

    /** @param replies publisher that the handler of the requests uses */
    static HandledRequests of(QueuePublisher replies) {
        return new HandledRequests(replies::newest, replies::oldestOpen);
    }

    /** Returns those of a consumer that answers nothing, which wait for nothing. */
    static HandledRequests unanswered() {
        return new HandledRequests(() -> 0, () -> 1);
    }

    /** @param tag of the newest message that was handled; it stands for all before it */
    void add(long tag) {
        // Without a free place, the newest stands for the one before as well: that is acknowledged later than it could
        // be.
        count = Math.min(count + 1, PLACES);
        int newest = first + count - 1 & MASK;
        tags[newest] = tag;
        replies[newest] = newestReply.getAsLong();
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Takes those that may be acknowledged. Returns the tag of the newest one; 0 without any. */
    long takeAnswered() {
        long open = oldestOpenReply.getAsLong();
        long tag = 0;
        while (count > 0 && replies[first] < open) {
            tag = tags[first];
            first = first + 1 & MASK;
            count--;
        }
        return tag;
    }
}
