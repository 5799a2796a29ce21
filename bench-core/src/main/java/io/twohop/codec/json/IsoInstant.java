package io.twohop.codec.json;

/**
 * Date-times as {@link java.time.Instant} writes them, without a formatter and without garbage. The days are counted in
 * eras of 400 years that begin in March, so that the leap day comes last, after Hinnant, "chrono-Compatible Low-Level Date
 * Algorithms" (2013).
 */
final class IsoInstant {
    /** The longest text: {@code 2026-01-05T08:00:00.123456789Z}. */
    static final int MOST_BYTES = 30;

    private static final int LEAST_BYTES = 20;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int DAYS_PER_ERA = 146_097;
    /** From 0000-03-01 to 1970-01-01. */
    private static final int EPOCH_DAY = 719_468;
    /** The whole years that 64 bits of nanoseconds hold. */
    private static final int FIRST_YEAR = 1678;

    private static final int LAST_YEAR = 2261;

    private IsoInstant() {}

    /** Writes the text from the beginning, and returns its length. */
    static int write(long epochNanos, byte[] out) {
        long seconds = Math.floorDiv(epochNanos, NANOS_PER_SECOND);
        int nanos = (int) (epochNanos - seconds * NANOS_PER_SECOND);
        int day = (int) Math.floorDiv(seconds, SECONDS_PER_DAY);
        int ofDay = (int) (seconds - (long) day * SECONDS_PER_DAY);

        int marchDay = day + EPOCH_DAY; // Not negative: 64 bits of nanoseconds begin in 1677.
        int era = marchDay / DAYS_PER_ERA;
        int ofEra = marchDay % DAYS_PER_ERA;
        int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * ofYear + 2) / 153;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        int year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0);

        digits(year, 4, out, 0);
        out[4] = '-';
        digits(month, 2, out, 5);
        out[7] = '-';
        digits(ofYear - (153 * marchMonth + 2) / 5 + 1, 2, out, 8);
        out[10] = 'T';
        digits(ofDay / 3_600, 2, out, 11);
        out[13] = ':';
        digits(ofDay / 60 % 60, 2, out, 14);
        out[16] = ':';
        digits(ofDay % 60, 2, out, 17);
        int end = 19;
        if (nanos != 0) {
            int places = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
            out[end] = '.';
            digits(places == 3 ? nanos / 1_000_000 : places == 6 ? nanos / 1_000 : nanos, places, out, end + 1);
            end += 1 + places;
        }
        out[end] = 'Z';
        return end + 1;
    }

    private static void digits(int value, int count, byte[] out, int at) {
        int rest = value;
        for (int i = at + count - 1; i >= at; i--) {
            out[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /**
     * Reads a date-time in UTC to the second or finer; anything else is left to {@link JavaTime}.
     *
     * @throws java.time.DateTimeException if it is no date-time
     * @throws ArithmeticException if it is more than 64 bits hold
     */
    static long read(char[] in, int at, int length) {
        int last = at + length - 1;
        if (length >= LEAST_BYTES
                && length <= MOST_BYTES
                && length != LEAST_BYTES + 1
                && in[at + 4] == '-'
                && in[at + 7] == '-'
                && in[at + 10] == 'T'
                && in[at + 13] == ':'
                && in[at + 16] == ':'
                && in[last] == 'Z'
                && (length == LEAST_BYTES || in[at + 19] == '.')) {
            int year = number(in, at, 4);
            int month = number(in, at + 5, 2);
            int day = number(in, at + 8, 2);
            int hour = number(in, at + 11, 2);
            int minute = number(in, at + 14, 2);
            int second = number(in, at + 17, 2);
            int places = Math.max(0, length - LEAST_BYTES - 1);
            int fraction = number(in, at + 20, places);
            if (year >= FIRST_YEAR
                    && year <= LAST_YEAR
                    && month >= 1
                    && month <= 12
                    && day >= 1
                    && day <= lengthOfMonth(year, month)
                    && (hour | minute | second | fraction) >= 0
                    && hour < 24
                    && minute < 60
                    && second < 60) {
                long nanos = fraction;
                for (int i = places; i < 9; i++) {
                    nanos *= 10;
                }
                long seconds =
                        (long) epochDay(year, month, day) * SECONDS_PER_DAY + hour * 3_600 + minute * 60 + second;
                return seconds * NANOS_PER_SECOND + nanos;
            }
        }
        return JavaTime.parse(new String(in, at, length));
    }

    private static int epochDay(int year, int month, int day) {
        int marchYear = month <= 2 ? year - 1 : year;
        int era = marchYear / 400;
        int yearOfEra = marchYear % 400;
        int ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return era * DAYS_PER_ERA + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - EPOCH_DAY;
    }

    private static int lengthOfMonth(int year, int month) {
        if (month == 2) {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /** Some digits, or a negative number where something else is among them. */
    private static int number(char[] in, int at, int count) {
        int value = 0;
        for (int i = at; i < at + count; i++) {
            int digit = in[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }
}
