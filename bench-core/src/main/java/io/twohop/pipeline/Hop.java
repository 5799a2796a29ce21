package io.twohop.pipeline;

import io.twohop.measure.Lane;
import java.util.ArrayList;
import java.util.List;

/**
 * The lanes between those who send and those who receive on one hop.
 *
 * @param number from 1
 * @param senders each with its place in the list as its number
 * @param receivers that share the lanes among them
 */
record Hop(int number, List<LaneNumbers> senders, List<LaneArrivals> receivers) {
    /** Every lane of every sender as it stands. */
    List<Lane> lanes() {
        List<Lane> all = new ArrayList<>();
        for (int sender = 0; sender < senders.size(); sender++) {
            for (int lane = 0; lane < senders.get(sender).lanes(); lane++) {
                all.add(lane(sender, lane));
            }
        }
        return all;
    }

    private Lane lane(int sender, int lane) {
        long reached = 0;
        for (LaneArrivals receiver : receivers) {
            reached = Math.max(reached, receiver.next(sender, lane));
        }
        return new Lane(number, sender, lane, senders.get(sender).taken(lane), reached, 0);
    }
}
