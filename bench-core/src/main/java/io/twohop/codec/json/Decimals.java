package io.twohop.codec.json;

/** The shortest decimal that reads back as a double, for those with few digits, such as prices. Makes no garbage. */
final class Decimals {
    /** A sign, seven digits, the point, and what is left of {@link #DIGITS} behind it, or 15 behind "0.". */
    static final int MOST_CHARS = 18;

    /** Two decimals of so many digits are never the same double, so the one that is found is the shortest. */
    private static final int DIGITS = 15;

    private static final double LEAST = 1e-3;
    private static final double END = 1e7;
    private static final long[] POWERS = new long[DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
    }

    private Decimals() {}

    /**
     * Writes it as {@link Double#toString(double)} does, from the beginning.
     *
     * @return the length, or 0 for what takes an exponent or more than 15 digits, and for what is no number
     */
    static int write(double value, char[] out) {
        double magnitude = Math.abs(value);
        if (magnitude != 0 && !(magnitude >= LEAST && magnitude < END)) {
            return 0;
        }
        int places = DIGITS;
        for (long whole = (long) magnitude; whole > 0; whole /= 10) {
            places--;
        }
        // Both are exact doubles, and a division rounds once: what it gives is what a parser reads.
        long scaled = (long) (magnitude * POWERS[places] + 0.5);
        if ((double) scaled / POWERS[places] != magnitude) {
            return 0;
        }
        for (int step = 8; step > 0; step /= 2) {
            while (places > step && scaled % POWERS[step] == 0) {
                scaled /= POWERS[step];
                places -= step;
            }
        }
        int start = Double.doubleToRawLongBits(value) < 0 ? 1 : 0;
        out[0] = '-';
        long whole = scaled / POWERS[places];
        int point = start + length(whole);
        int end = point + 1 + places;
        digits(whole, out, start, point);
        out[point] = '.';
        digits(scaled - whole * POWERS[places], out, point + 1, end);
        return end;
    }

    private static int length(long value) {
        int length = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            length++;
        }
        return length;
    }

    private static void digits(long value, char[] out, int from, int end) {
        long rest = value;
        for (int i = end - 1; i >= from; i--) {
            out[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
