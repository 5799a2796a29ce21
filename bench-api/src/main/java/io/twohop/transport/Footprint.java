package io.twohop.transport;

import java.util.List;

/**
 * What a run makes on servers, and in how many places they keep its messages.
 *
 * @param creates each kind, counted: {@code 2 topics of 12 partitions}; empty where nothing is made
 * @param topics how many topics over all hops, or streams where those keep the messages
 * @param copies of each message; 1 or more
 */
public record Footprint(List<String> creates, int topics, int copies) {
    public Footprint {
        creates = List.copyOf(creates);
    }
}
