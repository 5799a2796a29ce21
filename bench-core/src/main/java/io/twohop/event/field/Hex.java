package io.twohop.event.field;

import java.nio.ByteBuffer;

/** Hexadecimal digits in ASCII. */
final class Hex {
    private static final int BITS = 4;
    private static final int LOW = 0xF;
    private static final byte LOWER_CASE = 0x20;
    private static final int TEN = 10;

    private Hex() {}

    /** Writes the lowest digits of a value in lower case. */
    static void write(long value, int digits, ByteBuffer out, int at) {
        long rest = value;
        for (int i = at + digits - 1; i >= at; i--) {
            int digit = (int) rest & LOW;
            out.put(i, (byte) (digit < TEN ? '0' + digit : 'a' + digit - TEN));
            rest >>>= BITS;
        }
    }

    /** Returns whether a text has hexadecimal digits only, of either case. */
    static boolean isHex(ByteBuffer in, int at, int digits) {
        for (int i = at; i < at + digits; i++) {
            if (value(in.get(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the value of up to 16 digits for which {@link #isHex} holds. */
    static long read(ByteBuffer in, int at, int digits) {
        long value = 0;
        for (int i = at; i < at + digits; i++) {
            value = value << BITS | value(in.get(i));
        }
        return value;
    }

    private static int value(byte b) {
        if (Decimals.isDigit(b)) {
            return b - '0';
        }
        int letter = b | LOWER_CASE;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + TEN : -1;
    }
}
