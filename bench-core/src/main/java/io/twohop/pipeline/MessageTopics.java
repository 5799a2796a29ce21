package io.twohop.pipeline;

import io.twohop.pipeline.header.LaneNumbers;

/** The topics of one producer's messages; on the thread that sends them. */
@FunctionalInterface
interface MessageTopics {
    MessageTopics IN_TURN = lanes -> {};

    void choose(LaneNumbers lanes);
}
