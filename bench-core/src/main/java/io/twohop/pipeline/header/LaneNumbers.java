package io.twohop.pipeline.header;

import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;

/** Numbers a sender's messages on each of its lanes. Its thread writes; any may read the counts. */
public final class LaneNumbers {
    private final int sender;
    private final Publisher publisher;
    private final AtomicLongArray taken;
    private final boolean keyed;

    public LaneNumbers(int sender, Publisher publisher, boolean keyed) {
        this(sender, publisher, keyed, 0);
    }

    /** @param first number on each lane: a sender that replaces another must not reuse its numbers */
    public LaneNumbers(int sender, Publisher publisher, boolean keyed, long first) {
        this.keyed = keyed;
        this.sender = sender;
        this.publisher = publisher;
        this.taken = new AtomicLongArray(publisher.lanes());
        for (int lane = 0; lane < taken.length(); lane++) {
            taken.set(lane, first);
        }
    }

    /** Chooses the topic of the next message; before each publish, or never. */
    public void toTopic(int topic) {
        publisher.topic(topic);
    }

    /**
     * Publishes a message under its key, with its place on the lane in its header; false on back pressure.
     *
     * @param sum of its header so far
     */
    public boolean publish(ByteBuffer message, int key, long sum, long correlation) {
        if (keyed) {
            publisher.key(key);
        }
        int lane = publisher.lane();
        long number = taken.getPlain(lane);
        TraceHeader.onLane(message, sender, lane, number, sum);
        if (!publisher.publish(message, correlation)) {
            return false;
        }
        taken.lazySet(lane, number + 1);
        return true;
    }

    /** Returns how many messages the transport took on a lane. */
    public long taken(int lane) {
        return taken.get(lane);
    }

    public int lanes() {
        return taken.length();
    }
}
