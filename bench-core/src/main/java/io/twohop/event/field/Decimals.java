package io.twohop.event.field;

import java.nio.ByteBuffer;

/** Digits in ASCII. */
final class Decimals {
    private static final int TEN = 10;
    private static final long[] POWERS = new long[19];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * TEN;
        }
    }

    private Decimals() {}

    /** @param exponent 0 to 18 */
    static long power(int exponent) {
        return POWERS[exponent];
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    /** Writes a number with leading zeros; digits beyond the width are left out. */
    static void write(long value, int digits, ByteBuffer out, int at) {
        long rest = value;
        for (int i = at + digits - 1; i >= at; i--) {
            long tenth = rest / TEN;
            out.put(i, (byte) ('0' + (rest - tenth * TEN)));
            rest = tenth;
        }
    }
}
