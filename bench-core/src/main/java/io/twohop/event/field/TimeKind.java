package io.twohop.event.field;

import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of sending, as numbers since 1970 or as ISO-8601 in UTC. */
final class TimeKind extends FieldKind {
    private static final int MILLIS = 13;
    private static final int MICROS = 16;
    private static final int NANOS = 19;
    private static final int SECOND_DIGITS = 10;
    private static final int NANO_DIGITS = 9;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    /** The first time with the usual number of digits, in 2001; also the time of messages that are made and never sent. */
    private static final long EARLIEST = 1_000_000_000L * NANOS_PER_SECOND;

    private static final Pattern ISO =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.(\\d{1,9}))?(?:Z|\\+00:00)");

    @Override
    Slot slot(Template template) {
        String text = template.text();
        Matcher iso = ISO.matcher(text);
        if (template.isString() && iso.matches()) {
            int decimals = iso.group(1) == null ? 0 : iso.group(1).length();
            return new Slot("a time of " + decimals + " decimals", 0, text.length());
        }
        int digits = text.length();
        if (!template.isDigits() || digits != MILLIS && digits != MICROS && digits != NANOS) {
            throw template.refused(
                    "milliseconds, microseconds or nanoseconds since 1970, of 13, 16 or 19 digits, or a string such as"
                            + " 2026-01-31T12:00:00.000Z");
        }
        return new Slot("a time of " + digits + " digits", 0, digits);
    }

    @Override
    FieldWriter writer(Slot slot, Template template, MessageIds ids, long seed) {
        Matcher iso = ISO.matcher(template.text());
        if (iso.matches()) {
            return new Iso(iso.group(1) == null ? 0 : iso.group(1).length());
        }
        return new SinceEpoch(slot.width(), Decimals.power(NANO_DIGITS - (slot.width() - SECOND_DIGITS)));
    }

    private record SinceEpoch(int digits, long unitNanos) implements FieldWriter {
        @Override
        public void write(long n, long wallNanos, ByteBuffer out, int at) {
            Decimals.write(Math.max(wallNanos, EARLIEST) / unitNanos, digits, out, at);
        }
    }

    /** The calendar is Howard Hinnant's <i>civil from days</i>: years begin in March, so that a leap day ends one. */
    private record Iso(int decimals) implements FieldWriter {
        private static final int SECONDS_PER_DAY = 86_400;
        private static final int SECONDS_PER_HOUR = 3_600;
        private static final int SECONDS_PER_MINUTE = 60;
        private static final int DAYS_TO_1970 = 719_468;
        private static final int DAYS_PER_ERA = 146_097;
        private static final int YEARS_PER_ERA = 400;

        @Override
        public void write(long n, long wallNanos, ByteBuffer out, int at) {
            long nanos = Math.max(wallNanos, EARLIEST);
            long seconds = nanos / NANOS_PER_SECOND;
            date((int) (seconds / SECONDS_PER_DAY), out, at);
            int ofDay = (int) (seconds % SECONDS_PER_DAY);
            Decimals.write(ofDay / SECONDS_PER_HOUR, 2, out, at + 11);
            Decimals.write(ofDay / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE, 2, out, at + 14);
            Decimals.write(ofDay % SECONDS_PER_MINUTE, 2, out, at + 17);
            if (decimals > 0) {
                long fraction = nanos % NANOS_PER_SECOND / Decimals.power(NANO_DIGITS - decimals);
                Decimals.write(fraction, decimals, out, at + 20);
            }
        }

        private static void date(int daysSince1970, ByteBuffer out, int at) {
            int days = daysSince1970 + DAYS_TO_1970;
            int era = days / DAYS_PER_ERA;
            int ofEra = days % DAYS_PER_ERA;
            int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
            int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
            int month = (5 * ofYear + 2) / 153;
            int day = ofYear - (153 * month + 2) / 5 + 1;
            int inNextYear = month < 10 ? 0 : 1;
            Decimals.write(era * YEARS_PER_ERA + yearOfEra + inNextYear, 4, out, at);
            Decimals.write(month + 3 - 12 * inNextYear, 2, out, at + 5);
            Decimals.write(day, 2, out, at + 8);
        }
    }
}
