package io.twohop.transport.kit;

/** Whose servers are measured. */
public enum Broker {
    /** Started for the run on this machine, and gone after it. */
    EMBEDDED,
    /** Running already; the run makes and deletes topics or streams of its own. */
    EXTERNAL
}
