package io.twohop.cli.text;

import java.util.Locale;

/** A unit of time for a table: one for all its numbers, fitting the one that matters most. */
public enum Units {
    NANOSECONDS("ns", 1, "%,.0f"),
    MICROSECONDS("us", 1e3, "%,.2f"),
    MILLISECONDS("ms", 1e6, "%,.3f");

    private static final double SWITCH_AT = 500;

    private final String symbol;
    private final double nanos;
    private final String format;

    Units(String symbol, double nanos, String format) {
        this.symbol = symbol;
        this.nanos = nanos;
        this.format = format;
    }

    /** The unit in which that value is neither tiny nor huge. */
    public static Units fitting(long valueNanos) {
        if (valueNanos < SWITCH_AT) {
            return NANOSECONDS;
        }
        return valueNanos < SWITCH_AT * MICROSECONDS.nanos ? MICROSECONDS : MILLISECONDS;
    }

    public String symbol() {
        return symbol;
    }

    public String format(long valueNanos) {
        return String.format(Locale.ROOT, format, valueNanos / nanos);
    }
}
