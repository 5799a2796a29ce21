package io.twohop.workload;

/** The format of the times in a file of arrivals. */
public enum TimeFormat {
    /** Found from the first row: ISO 8601, or a time since 1970 in the unit that its size suggests. */
    AUTO(0),
    NS(1),
    US(1_000),
    MS(1_000_000),
    S(1_000_000_000),
    /** ISO 8601 with or without an offset, such as 2026-01-05T09:30:00.000000123Z. */
    ISO(0);

    private final long nanos;

    TimeFormat(long nanos) {
        this.nanos = nanos;
    }

    /** Returns the nanoseconds of the unit; 0 if the format does not count a known unit. */
    public long nanos() {
        return nanos;
    }
}
