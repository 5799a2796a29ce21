package io.twohop.pipeline;

import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.LaneNumbers;
import java.util.List;

/**
 * The lanes between the senders and the receivers of one hop.
 *
 * @param number from 1
 * @param receivers that share the lanes among them
 */
record Hop(int number, List<LaneNumbers> senders, List<LaneArrivals> receivers) {
    @FunctionalInterface
    interface Visitor {
        void visit(int hop, int sender, int lane, long taken, long reached);
    }

    /** Returns the hops whose senders and receivers are both in this process. */
    static List<Hop> of(Tasks its) {
        List<LaneNumbers> requests =
                its.generators().stream().map(Generator::lanes).toList();
        List<LaneArrivals> ends =
                its.sinks().stream().map(sink -> sink.inspector().lanes()).toList();
        if (its.services().isEmpty()) {
            return List.of(new Hop(1, requests, ends));
        }
        return List.of(
                new Hop(
                        1,
                        requests,
                        its.services().stream()
                                .map(service -> service.inspector().lanes())
                                .toList()),
                new Hop(2, its.services().stream().map(ServiceStage::lanes).toList(), ends));
    }

    int lanes() {
        return senders.stream().mapToInt(LaneNumbers::lanes).sum();
    }

    void visit(Visitor visitor) {
        for (int sender = 0; sender < senders.size(); sender++) {
            LaneNumbers numbers = senders.get(sender);
            for (int lane = 0; lane < numbers.lanes(); lane++) {
                visitor.visit(number, sender, lane, numbers.taken(lane), reached(sender, lane));
            }
        }
    }

    /** Returns how often each receiver has polled without finding a message, at least. */
    long inVain() {
        return receivers.stream().mapToLong(LaneArrivals::inVain).min().orElse(0);
    }

    /** Returns how many of a sender's messages arrived or were overtaken on their lane. */
    long reached(int sender) {
        long reached = 0;
        for (int lane = 0; lane < senders.get(sender).lanes(); lane++) {
            reached += reached(sender, lane);
        }
        return reached;
    }

    /** Returns how many of all senders' messages arrived or were overtaken on their lane. */
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
