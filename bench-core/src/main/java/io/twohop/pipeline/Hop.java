package io.twohop.pipeline;

import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.LaneNumbers;
import java.util.List;

/**
 * The lanes between those who send and those who receive on one hop.
 *
 * @param number from 1
 * @param senders each with its place in the list as its number
 * @param receivers that share the lanes among them
 */
record Hop(int number, List<LaneNumbers> senders, List<LaneArrivals> receivers) {
    /** What is done with a lane. */
    @FunctionalInterface
    interface Visitor {
        void visit(int hop, int sender, int lane, long taken, long reached);
    }

    int lanes() {
        return senders.stream().mapToInt(LaneNumbers::lanes).sum();
    }

    /** Looks at every lane of every sender as it stands. */
    void visit(Visitor visitor) {
        for (int sender = 0; sender < senders.size(); sender++) {
            LaneNumbers numbers = senders.get(sender);
            for (int lane = 0; lane < numbers.lanes(); lane++) {
                visitor.visit(number, sender, lane, numbers.taken(lane), reached(sender, lane));
            }
        }
    }

    /** How often each receiver had looked for messages and found none, the least of them. */
    long inVain() {
        return receivers.stream().mapToLong(LaneArrivals::inVain).min().orElse(0);
    }

    /** How many messages of a sender got as far as the newest that arrived of their lane, or were lost before it. */
    long reached(int sender) {
        long reached = 0;
        for (int lane = 0; lane < senders.get(sender).lanes(); lane++) {
            reached += reached(sender, lane);
        }
        return reached;
    }

    /** The same of all senders. */
    long reached() {
        long reached = 0;
        for (int sender = 0; sender < senders.size(); sender++) {
            reached += reached(sender);
        }
        return reached;
    }

    private long reached(int sender, int lane) {
        long reached = 0;
        for (int i = 0; i < receivers.size(); i++) {
            reached = Math.max(reached, receivers.get(i).next(sender, lane));
        }
        return reached;
    }
}
