package io.twohop.finding;

/** Consequence of a finding, from none to the worst. */
public enum Severity {
    /** A condition to know; a check that found nothing wrong. */
    NOTE,

    /** The machine does not say. */
    UNKNOWN,

    /** The numbers are worth less than they could be. */
    WARNING,

    /** An objective was missed. */
    MISSED,

    /** The offered rate was not held. */
    SATURATED,

    /** Under faults, the transport broke a guarantee that it claims: missed, ahead of all other reasons. */
    BROKEN,

    /** The numbers cannot be used. */
    INVALID,

    /** A run is not possible. */
    FATAL
}
