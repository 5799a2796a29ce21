package io.twohop.workload;

import io.twohop.config.Enums;

/** What a workload may vary of how a transport lays out its channels; its name is the workload's key. */
public enum Dimension {
    /** Parts of each topic that are ordered within themselves. */
    PARTITIONS,
    /** Consumers of each hop, which share the messages among them. */
    CONSUMERS,
    /** In how many places each message is kept. */
    REPLICATION;

    /** The key of a workload. */
    public String key() {
        return Enums.text(this);
    }
}
