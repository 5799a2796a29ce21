package io.twohop.pipeline.header;

import io.twohop.measure.PaddedCounter;
import java.util.concurrent.atomic.AtomicLongArray;

/** A consumer's progress on each lane of each sender. Its thread writes; any may read. */
public final class LaneArrivals {
    private final int senders;
    private final int lanes;
    private final AtomicLongArray next;
    private final PaddedCounter inVain = new PaddedCounter();

    public LaneArrivals(int senders, int lanes) {
        this.senders = senders;
        this.lanes = lanes;
        this.next = new AtomicLongArray(senders * lanes);
    }

    /** Notes a poll. */
    public void looked(int messages) {
        if (messages == 0) {
            inVain.increment();
        }
    }

    /** Returns how many polls found no message. */
    public long inVain() {
        return inVain.get();
    }

    /** Returns whether there is such a lane. */
    public boolean knows(int sender, int lane) {
        return sender >= 0 && sender < senders && lane >= 0 && lane < lanes;
    }

    /** Notes an arrival on a known lane; true if a later message of its sender arrived before it. */
    public boolean arrive(int sender, int lane, long number) {
        int index = sender * lanes + lane;
        long newest = next.getPlain(index);
        if (number >= newest) {
            next.lazySet(index, number + 1);
        }
        // A message that arrives although its publish failed shares its number with the next.
        return number + 1 < newest;
    }

    /** Returns one more than the highest number seen on a lane; 0 before the first. */
    public long next(int sender, int lane) {
        return next.get(sender * lanes + lane);
    }
}
