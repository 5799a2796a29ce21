package io.twohop.codec.json;

/** Conversion of doubles with few digits, such as prices, to decimals and back, without garbage. */
final class Decimals {
    /**
     * Maximum length: a sign, seven digits, the point, and the rest of {@link #DIGITS} behind it, or 15 behind "0.".
     */
    static final int MOST_CHARS = 18;

    /**
     * Maximum number of digits at which two decimals are never the same double, so that the one found is the shortest
     * that reads back.
     */
    private static final int DIGITS = 15;

    private static final double LEAST = 1e-3;
    private static final double END = 1e7;
    private static final long[] POWERS = new long[DIGITS + 1];
    private static final double[] EXACT_POWERS = new double[DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
        for (int i = 0; i < POWERS.length; i++) {
            EXACT_POWERS[i] = POWERS[i];
        }
    }

    private Decimals() {}

    /**
     * Writes a double like {@link Double#toString(double)}, from the beginning.
     *
     * @return the length; 0 for numbers with an exponent or more than 15 digits, and for NaN and infinity
     */
    static int write(double value, char[] out) {
        double magnitude = Math.abs(value);
        if (magnitude != 0 && !(magnitude >= LEAST && magnitude < END)) {
            return 0;
        }
        int whole = (int) magnitude;
        int wholeDigits = length(whole);
        int places = DIGITS - (whole == 0 ? 0 : wholeDigits);
        // Both are exact doubles and a division rounds once, so a parser reads the same double.
        long scaled = (long) (magnitude * EXACT_POWERS[places] + 0.5);
        if (scaled / EXACT_POWERS[places] != magnitude) {
            return 0;
        }
        // By constants, which compilers turn into multiplications.
        if (scaled % 100_000_000L == 0 && places > 8) {
            scaled /= 100_000_000L;
            places -= 8;
        }
        if (scaled % 10_000 == 0 && places > 4) {
            scaled /= 10_000;
            places -= 4;
        }
        if (scaled % 100 == 0 && places > 2) {
            scaled /= 100;
            places -= 2;
        }
        if (scaled % 10 == 0 && places > 1) {
            scaled /= 10;
            places--;
        }
        int start = Double.doubleToRawLongBits(value) < 0 ? 1 : 0;
        out[0] = '-';
        int point = start + wholeDigits;
        int end = point + 1 + places;
        digits(whole, out, start, point);
        out[point] = '.';
        digits(scaled - whole * POWERS[places], out, point + 1, end);
        return end;
    }

    /**
     * Reads a decimal of at most 15 digits without an exponent; NaN for anything else. Both parts are exact doubles, and a
     * division rounds once.
     */
    static double read(char[] in, int from, int length) {
        int end = from + length;
        int at = length > 0 && in[from] == '-' ? from + 1 : from;
        if (end - at > DIGITS + 1) {
            return Double.NaN;
        }
        long digits = 0;
        int point = end;
        for (int i = at; i < end; i++) {
            int digit = in[i] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
            } else if (in[i] == '.' && point == end) {
                point = i;
            } else {
                return Double.NaN;
            }
        }
        double magnitude = point == end ? digits : digits / EXACT_POWERS[end - point - 1];
        return at == from ? magnitude : -magnitude;
    }

    private static int length(int value) {
        if (value < 1_000) {
            return value < 10 ? 1 : value < 100 ? 2 : 3;
        }
        return value < 10_000 ? 4 : value < 100_000 ? 5 : value < 1_000_000 ? 6 : 7;
    }

    private static void digits(long value, char[] out, int from, int end) {
        long rest = value;
        int at = end;
        for (; at > from + 1; at -= 2) {
            int pair = (int) (rest % 100);
            rest /= 100;
            out[at - 1] = (char) ('0' + pair % 10);
            out[at - 2] = (char) ('0' + pair / 10);
        }
        if (at > from) {
            out[from] = (char) ('0' + rest);
        }
    }
}
