package io.twohop.workload;

import io.twohop.config.Enums;

/** A number in the layout of a transport's channels that a workload may vary; its name is the workload's key. */
public enum Dimension {
    /** Parts of each topic that are ordered within themselves. */
    PARTITIONS,
    /** Consumers of each hop, which share the messages among them. */
    CONSUMERS,
    /** Copies of each message. */
    REPLICATION;

    public String key() {
        return Enums.text(this);
    }
}
