package io.twohop.workload;

/** How generator, service and sink are placed on threads. */
public enum Layout {
    /** Chosen from the cores available and from whether the transport's receive blocks. */
    AUTO,
    /** A thread each. */
    DEDICATED,
    /** Generator and sink on one thread, the service on another. */
    SHARED
}
