package io.twohop.transport;

import java.util.List;

/**
 * Creations and copies that a run needs on servers.
 *
 * @param creates each kind with its number: {@code 2 topics of 12 partitions}; empty if nothing is created
 * @param topics number of topics over all hops, or of streams that hold the messages
 * @param copies of each message, 1 or more
 */
public record Footprint(List<String> creates, int topics, int copies) {
    public Footprint {
        creates = List.copyOf(creates);
    }
}
