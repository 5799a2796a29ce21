package io.twohop.workload;

/** The placement of generator, service, and sink on threads. */
public enum Layout {
    /** Chosen from the available cores, from whether the transport's receive blocks, and from how busy one thread would be. */
    AUTO,
    /** One thread each. */
    DEDICATED,
    /** Generator and sink on one thread, the service on another. */
    SHARED,
    /** One thread for all. */
    SINGLE
}
