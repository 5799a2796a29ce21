package io.twohop.replay;

import io.twohop.codec.CivilDate;
import io.twohop.config.Nanos;
import io.twohop.workload.TimeFormat;

/**
 * Reads times from text without garbage. Stateless, any thread.
 */
final class TimeText {
    /** Value of a text that is no time, or exceeds 64 bits of nanoseconds. */
    static final long INVALID = Long.MIN_VALUE;

    private static final char POINT = '.';
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int FRACTION_DIGITS = 9;
    private static final int SECONDS_END = 19;

    /** Times since 1970 from 1973 on: each unit has its own numbers of digits until 5138. */
    private static final double LEAST_SECONDS = 1e8;

    private static final double UNIT = 1e3;

    private TimeText() {}

    /** Returns the format of a time, as far as it shows; otherwise {@link TimeFormat#AUTO}. */
    static TimeFormat formatOf(byte[] text, int length) {
        if (length > 4 && text[4] == '-') {
            return TimeFormat.ISO;
        }
        double whole = 0;
        for (int i = 0; i < length && isDigit(text[i]); i++) {
            whole = 10 * whole + text[i] - '0';
        }
        double least = LEAST_SECONDS * UNIT;
        if (whole < LEAST_SECONDS) {
            return TimeFormat.AUTO;
        }
        if (whole < least) {
            return TimeFormat.S;
        }
        if (whole < least * UNIT) {
            return TimeFormat.MS;
        }
        return whole < least * UNIT * UNIT ? TimeFormat.US : TimeFormat.NS;
    }

    /** Nanoseconds, of a date since 1970 in UTC; {@link #INVALID} where it is none of that format. */
    static long nanos(byte[] text, int length, TimeFormat format) {
        return nanos(text, length, format, POINT);
    }

    /** @param mark what may stand before a fraction, besides a point */
    static long nanos(byte[] text, int length, TimeFormat format, char mark) {
        if (length == 0 || length > text.length) {
            return INVALID;
        }
        return format == TimeFormat.ISO ? iso(text, length) : number(text, length, format.nanos(), mark);
    }

    private static long number(byte[] text, int length, long unitNanos, char mark) {
        boolean negative = text[0] == '-';
        int at = negative ? 1 : 0;
        int first = at;
        long whole = 0;
        for (; at < length && isDigit(text[at]); at++) {
            whole = 10 * whole + text[at] - '0';
            if (whole < 0 || at - first >= 19) {
                return INVALID;
            }
        }
        if (at == first || whole > Long.MAX_VALUE / unitNanos - 1) {
            return INVALID;
        }
        long nanos = whole * unitNanos;
        if (at < length) {
            if (text[at] != POINT && text[at] != mark || at + 1 == length) {
                return INVALID;
            }
            long scale = unitNanos;
            for (at++; at < length; at++) {
                if (!isDigit(text[at])) {
                    return INVALID;
                }
                // What is less than a nanosecond is cut off.
                scale /= 10;
                nanos += scale * (text[at] - '0');
            }
        }
        return negative ? -nanos : nanos;
    }

    private static long iso(byte[] text, int length) {
        if (length < SECONDS_END || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':') {
            return INVALID;
        }
        if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') {
            return INVALID;
        }
        int year = 100 * two(text, 0) + two(text, 2);
        int month = two(text, 5);
        int day = two(text, 8);
        int hour = two(text, 11);
        int minute = two(text, 14);
        int second = two(text, 17);
        if (!CivilDate.isValid(year, month, day) || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return INVALID;
        }
        // The clock that the file's rows come from may have had a leap second.
        if (second < 0 || second > 60) {
            return INVALID;
        }
        int at = SECONDS_END;
        long fraction = 0;
        if (at < length && (text[at] == '.' || text[at] == ',')) {
            int digits = 0;
            for (at++; at < length && isDigit(text[at]); at++) {
                fraction = 10 * fraction + text[at] - '0';
                digits++;
            }
            if (digits == 0 || digits > FRACTION_DIGITS) {
                return INVALID;
            }
            for (; digits < FRACTION_DIGITS; digits++) {
                fraction *= 10;
            }
        }
        int offset = offsetSeconds(text, at, length);
        if (offset == Integer.MIN_VALUE) {
            return INVALID;
        }
        long seconds = (long) CivilDate.epochDay(year, month, day) * SECONDS_PER_DAY
                + 3_600L * hour
                + 60L * minute
                + second
                - offset;
        return seconds * Nanos.SECOND + fraction;
    }

    /** Without one, UTC. */
    private static int offsetSeconds(byte[] text, int at, int length) {
        if (at == length || at + 1 == length && (text[at] == 'Z' || text[at] == 'z')) {
            return 0;
        }
        if (text[at] != '+' && text[at] != '-' || at + 3 > length) {
            return Integer.MIN_VALUE;
        }
        int hours = two(text, at + 1);
        int rest = at + 3;
        int minutes = 0;
        if (rest < length) {
            rest += text[rest] == ':' ? 1 : 0;
            minutes = rest + 2 == length ? two(text, rest) : -1;
        }
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
            return Integer.MIN_VALUE;
        }
        return (text[at] == '-' ? -1 : 1) * (3_600 * hours + 60 * minutes);
    }

    /** Negative where they are no digits. */
    private static int two(byte[] text, int at) {
        return isDigit(text[at]) && isDigit(text[at + 1]) ? 10 * (text[at] - '0') + text[at + 1] - '0' : -1_000;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
