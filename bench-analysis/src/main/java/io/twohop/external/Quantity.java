package io.twohop.external;

/** The kind of a series' figures. */
public enum Quantity {
    /** Nanoseconds; lower is better. */
    LATENCY,
    /** Operations per second that were reached; higher is better. */
    RATE,
    /** Operations per second under which the latencies were measured. */
    LOAD;

    /** Returns whether figures of the two kinds can stand beside each other. */
    public boolean hasUnitOf(Quantity other) {
        return (this == LATENCY) == (other == LATENCY);
    }
}
