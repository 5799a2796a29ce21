package io.twohop.workload;

/** The behaviour of a thread without work. */
public enum Idle {
    /** Chosen from the available cores and the threads that share them. */
    AUTO,
    /** Spins; needs a core. */
    SPIN,
    /** Yields its core after each look. */
    YIELD,
    /**
     * Sleeps for some microseconds between looks. A generator that is alone on its thread sleeps until shortly before a message
     * is due.
     */
    PARK
}
