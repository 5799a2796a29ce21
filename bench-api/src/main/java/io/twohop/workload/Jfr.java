package io.twohop.workload;

/** The contents of a run's flight recording. */
public enum Jfr {
    /** Disables the recording: memory, pauses, and causes stay unknown. */
    OFF,
    /** Events that explain memory, pauses, and the slowest messages, at no measurable cost. */
    DEFAULT,
    /** Samples of where threads spend and wait for time as well, at a cost that may show. */
    PROFILE
}
