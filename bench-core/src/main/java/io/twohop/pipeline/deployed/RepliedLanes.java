package io.twohop.pipeline.deployed;

import io.twohop.pipeline.RequestLanes;
import io.twohop.pipeline.header.LaneArrivals;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The lanes of requests, and how far replies have come on each: a service that no longer takes one partition's requests hides among the
 * others. The key of a request decides on its lane, so the header of the pipeline, which is written before, does not have it. A
 * producer's thread writes its requests, the thread that reads replies writes the replies.
 */
final class RepliedLanes implements RequestLanes {
    /** Bits of a word's upper end, which hold the lane; the number of the request on its lane is below. */
    private static final int LANE_BITS = 16;

    private static final int NUMBER_BITS = Long.SIZE - LANE_BITS;
    private static final long NUMBER = (1L << NUMBER_BITS) - 1;

    private final int producers;
    private final int remembered;
    private int lanes = 1;
    private AtomicLongArray[] places = new AtomicLongArray[0];
    private AtomicLongArray[] taken = new AtomicLongArray[0];
    private LaneArrivals replied = new LaneArrivals(0, 0);

    /** @param remembered how many requests of each producer are remembered, a power of two */
    RepliedLanes(int producers, int remembered) {
        this.producers = producers;
        this.remembered = remembered;
    }

    /** Sets over how many lanes requests are spread; before the first of them. With one, nothing is noted. */
    void spread(int over) {
        if (over < 2 || over >= 1 << LANE_BITS) {
            return;
        }
        lanes = over;
        replied = new LaneArrivals(producers, over);
        places = arrays(remembered);
        taken = arrays(over);
    }

    private AtomicLongArray[] arrays(int size) {
        AtomicLongArray[] arrays = new AtomicLongArray[producers];
        for (int i = 0; i < producers; i++) {
            arrays[i] = new AtomicLongArray(size);
        }
        return arrays;
    }

    boolean areSeveral() {
        return lanes > 1;
    }

    /** Notes on which lane a request is about to be published; its producer's thread. */
    void note(int producer, long sequence, int lane) {
        if (!areSeveral()) {
            return;
        }
        long number = taken[producer].getPlain(lane);
        places[producer].setRelease(at(sequence), (long) lane << NUMBER_BITS | number);
    }

    /** Counts a request that the transport took; its producer's thread. */
    void take(int producer, int lane) {
        if (areSeveral()) {
            taken[producer].lazySet(lane, taken[producer].getPlain(lane) + 1);
        }
    }

    /** Notes a reply to a request that is remembered; the thread that reads replies. */
    void reply(int producer, long sequence) {
        if (areSeveral()) {
            long place = places[producer].getAcquire(at(sequence));
            replied.arrive(producer, (int) (place >>> NUMBER_BITS), place & NUMBER);
        }
    }

    private int at(long sequence) {
        return (int) sequence & remembered - 1;
    }

    @Override
    public int senders() {
        return taken.length;
    }

    @Override
    public int lanes() {
        return lanes;
    }

    @Override
    public long taken(int sender, int lane) {
        return taken[sender].get(lane);
    }

    @Override
    public long reached(int sender, int lane) {
        return replied.next(sender, lane);
    }
}
