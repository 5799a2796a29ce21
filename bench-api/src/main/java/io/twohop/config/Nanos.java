package io.twohop.config;

/** Lengths of a second in nanoseconds. */
public final class Nanos {
    /** For rates and for seconds with a fraction. */
    public static final double PER_SECOND = 1e9;

    /** For whole nanoseconds. */
    public static final long SECOND = 1_000_000_000L;

    private Nanos() {}
}
