package io.twohop.codec.json;

import io.twohop.codec.CivilDate;
import io.twohop.config.Nanos;

/**
 * Date-times as {@link java.time.Instant} writes them, without a formatter and without garbage.
 */
final class IsoInstant {
    /** Length of the longest text: {@code 2026-01-05T08:00:00.123456789Z}. */
    static final int MOST_BYTES = 30;

    private static final int LEAST_BYTES = 20;
    private static final int SECONDS_PER_DAY = 86_400;

    private IsoInstant() {}

    /** Writes the text from the beginning, and returns its length. */
    static int write(long epochNanos, byte[] out) {
        long seconds = Math.floorDiv(epochNanos, Nanos.SECOND);
        int nanos = (int) (epochNanos - seconds * Nanos.SECOND);
        int day = (int) Math.floorDiv(seconds, SECONDS_PER_DAY);
        int ofDay = (int) (seconds - (long) day * SECONDS_PER_DAY);

        int marchDay = day + CivilDate.EPOCH_DAY; // Not negative: 64 bits of nanoseconds begin in 1677.
        int era = marchDay / CivilDate.DAYS_PER_ERA;
        int ofEra = marchDay % CivilDate.DAYS_PER_ERA;
        int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
        int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * ofYear + 2) / 153;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        int year = 400 * era + yearOfEra + (month <= 2 ? 1 : 0);

        two(year / 100, out, 0);
        two(year % 100, out, 2);
        out[4] = '-';
        two(month, out, 5);
        out[7] = '-';
        two(ofYear - (153 * marchMonth + 2) / 5 + 1, out, 8);
        out[10] = 'T';
        two(ofDay / 3_600, out, 11);
        out[13] = ':';
        two(ofDay / 60 % 60, out, 14);
        out[16] = ':';
        two(ofDay % 60, out, 17);
        int end = 19;
        if (nanos != 0) {
            out[end] = '.';
            three(nanos / 1_000_000, out, end + 1);
            int places = 3;
            int rest = nanos % 1_000_000;
            if (rest != 0) {
                three(rest / 1_000, out, end + 4);
                places = 6;
                if (rest % 1_000 != 0) {
                    three(rest % 1_000, out, end + 7);
                    places = 9;
                }
            }
            end += 1 + places;
        }
        out[end] = 'Z';
        return end + 1;
    }

    private static void two(int value, byte[] out, int at) {
        int tens = value / 10;
        out[at] = (byte) ('0' + tens);
        out[at + 1] = (byte) ('0' + value - 10 * tens);
    }

    private static void three(int value, byte[] out, int at) {
        int hundreds = value / 100;
        out[at] = (byte) ('0' + hundreds);
        two(value - 100 * hundreds, out, at + 1);
    }

    /**
     * Reads a date-time in UTC, with seconds or finer; leaves other forms to {@link JavaTime}.
     *
     * @throws java.time.DateTimeException if the text is not a date-time
     * @throws ArithmeticException if it exceeds 64 bits
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
            int year = 100 * two(in, at) + two(in, at + 2);
            int month = two(in, at + 5);
            int day = two(in, at + 8);
            int hour = two(in, at + 11);
            int minute = two(in, at + 14);
            int second = two(in, at + 17);
            int places = Math.max(0, length - LEAST_BYTES - 1);
            int fraction = number(in, at + 20, places);
            if (CivilDate.isValid(year, month, day)
                    && (hour | minute | second | fraction) >= 0
                    && hour < 24
                    && minute < 60
                    && second < 60) {
                long nanos = fraction;
                for (int i = places; i < 9; i++) {
                    nanos *= 10;
                }
                long seconds = (long) CivilDate.epochDay(year, month, day) * SECONDS_PER_DAY
                        + hour * 3_600
                        + minute * 60
                        + second;
                return seconds * Nanos.SECOND + nanos;
            }
        }
        return JavaTime.parse(new String(in, at, length));
    }

    private static int two(char[] in, int at) {
        int tens = in[at] - '0';
        int ones = in[at + 1] - '0';
        return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -10_000;
    }

    /** Returns the number of some digits; negative if another character is among them. */
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
