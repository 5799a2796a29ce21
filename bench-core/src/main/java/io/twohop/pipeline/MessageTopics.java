package io.twohop.pipeline;

import io.twohop.pipeline.header.LaneNumbers;

/** The topics of one producer's messages; on the thread that sends them. */
@FunctionalInterface
interface MessageTopics {
    /** The publisher's topics in turn. */
    MessageTopics IN_TURN = lanes -> {};

    /** Chooses the topic of the next message. */
    void choose(LaneNumbers lanes);
}
