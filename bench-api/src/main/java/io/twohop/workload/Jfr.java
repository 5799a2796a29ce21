package io.twohop.workload;

/** What a run's flight recording holds. */
public enum Jfr {
    /** There is none, and nothing is known of memory, pauses and causes. */
    OFF,
    /** What explains memory, pauses and the slowest messages, at a cost that does not show. */
    DEFAULT,
    /** Also where time was spent and waited for, at a cost that may show. */
    PROFILE
}
