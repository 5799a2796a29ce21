package io.twohop.transport.kafka;

/** The kind of group that the consumers of a hop form. */
public enum GroupKind {
    /** Each partition belongs to one consumer at a time, which commits its position. */
    CONSUMER,
    /** Consumers share the partitions and acknowledge each record. */
    SHARE
}
