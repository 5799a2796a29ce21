package io.twohop.codec;

/**
 * Arithmetic on dates without garbage. Days are counted in eras of 400 years that begin in March, so that the leap day comes last,
 * after Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013).
 */
public final class CivilDate {
    /** Days of 400 years. */
    public static final int DAYS_PER_ERA = 146_097;

    /** Days from 0000-03-01 to 1970-01-01. */
    public static final int EPOCH_DAY = 719_468;

    private static final int FIRST_YEAR = 1678;
    private static final int LAST_YEAR = 2261;

    private CivilDate() {}

    /** Returns whether a date exists, in a whole year that 64 bits of nanoseconds hold. */
    public static boolean isValid(int year, int month, int day) {
        return year >= FIRST_YEAR
                && year <= LAST_YEAR
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= lengthOfMonth(year, month);
    }

    private static int lengthOfMonth(int year, int month) {
        if (month == 2) {
            return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /** Returns the days since 1970-01-01 of a valid date. */
    public static int epochDay(int year, int month, int day) {
        int marchYear = month <= 2 ? year - 1 : year;
        int era = marchYear / 400;
        int yearOfEra = marchYear % 400;
        int ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        return era * DAYS_PER_ERA + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - EPOCH_DAY;
    }
}
