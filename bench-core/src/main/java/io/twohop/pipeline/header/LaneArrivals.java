package io.twohop.pipeline.header;

import io.twohop.measure.PaddedCounter;
import java.util.concurrent.atomic.AtomicLongArray;

/** How far one consumer has seen each lane of each sender. Its own thread writes; any may read. */
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

    /**
     * Notes that the consumer has looked for messages.
     *
     * @param messages how many it found
     */
    public void looked(int messages) {
        if (messages == 0) {
            inVain.increment();
        }
    }

    /** How often it looked and found none. */
    public long inVain() {
        return inVain.get();
    }

    /** Whether there is such a lane. */
    public boolean knows(int sender, int lane) {
        return sender >= 0 && sender < senders && lane >= 0 && lane < lanes;
    }

    /** Notes the arrival of a message on a lane that it knows; whether it comes behind a later one of its sender. */
    public boolean arrive(int sender, int lane, long number) {
        int index = sender * lanes + lane;
        long newest = next.getPlain(index);
        if (number >= newest) {
            next.lazySet(index, number + 1);
        }
        // A message that failed, as its sender was told, and came all the same has the number of the next.
        return number + 1 < newest;
    }

    /** One more than the highest number seen on a lane; 0 before the first. */
    public long next(int sender, int lane) {
        return next.get(sender * lanes + lane);
    }
}
