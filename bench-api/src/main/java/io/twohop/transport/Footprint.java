package io.twohop.transport;

import java.util.List;
import java.util.Optional;

/**
 * Creations and copies that a run needs on servers.
 *
 * @param creates each kind with its number: {@code 2 topics of 12 partitions}; empty if nothing is created
 * @param topics number of topics over all hops, or of streams that hold the messages
 * @param copies of each message, 1 or more
 * @param fee requests that the servers' owner charges for one message and hop; empty if nothing is charged
 */
public record Footprint(List<String> creates, int topics, int copies, Optional<Fee> fee) {
    /**
     * Requests with a price.
     *
     * @param least number of requests if all of them are as full as can be
     * @param most number of requests if each carries one message
     * @param dollarsPerMillion price of a million requests in US dollars
     * @param price whose price this is and from when, such as {@code list price of us-east-1, June 2026}
     */
    public record Fee(double least, double most, double dollarsPerMillion, String price) {
        /** Returns the requests of many messages, at the same price. */
        public Fee times(double messages) {
            return new Fee(least * messages, most * messages, dollarsPerMillion, price);
        }

        /** Returns these requests and others, at this price. */
        public Fee and(Fee other) {
            return new Fee(least + other.least, most + other.most, dollarsPerMillion, price);
        }
    }

    public Footprint {
        creates = List.copyOf(creates);
    }

    /** Creates the footprint of a run that is not charged for. */
    public Footprint(List<String> creates, int topics, int copies) {
        this(creates, topics, copies, Optional.empty());
    }
}
