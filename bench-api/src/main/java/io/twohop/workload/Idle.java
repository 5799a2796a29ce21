package io.twohop.workload;

/** What a thread does while it has no work. */
public enum Idle {
    /** Chosen from the cores available and the threads that share them. */
    AUTO,
    /** Spins; needs a core. */
    SPIN,
    /** Offers its core to others after each look. */
    YIELD,
    /** Sleeps for some microseconds between looks; a generator alone on its thread, until shortly before a message is due. */
    PARK
}
