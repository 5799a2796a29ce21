package io.twohop.workload;

/** How generator, service and sink are placed on threads. */
public enum Layout {
    /** Chosen from the cores available, from whether the transport's receive blocks, and from how busy one thread would be. */
    AUTO,
    /** A thread each. */
    DEDICATED,
    /** Generator and sink on one thread, the service on another. */
    SHARED,
    /** All on one thread. */
    SINGLE
}
