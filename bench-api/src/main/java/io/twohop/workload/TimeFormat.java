package io.twohop.workload;

/** How the times of a file of arrivals are written. */
public enum TimeFormat {
    /** As the first row shows: ISO 8601, or a time since 1970 in the unit that its size tells. */
    AUTO(0),
    /** Nanoseconds. */
    NS(1),
    /** Microseconds. */
    US(1_000),
    /** Milliseconds. */
    MS(1_000_000),
    /** Seconds. */
    S(1_000_000_000),
    /** ISO 8601 with or without an offset, such as 2026-01-05T09:30:00.000000123Z. */
    ISO(0);

    private final long nanos;

    TimeFormat(long nanos) {
        this.nanos = nanos;
    }

    /** Nanoseconds of its unit; 0 where it is no number of a known unit. */
    public long nanos() {
        return nanos;
    }
}
