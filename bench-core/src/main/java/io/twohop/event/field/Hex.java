package io.twohop.event.field;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Hexadecimal digits in ASCII. */
final class Hex {
    private static final int BITS = 4;
    private static final int LOW = 0xF;
    private static final byte LOWER_CASE = 0x20;
    private static final int TEN = 10;

    /** One in each byte of a word. */
    private static final long EACH = 0x0101_0101_0101_0101L;

    private Hex() {}

    /**
     * Writes the lowest digits of a value in lower case.
     *
     * @param digits 4, 8, 12 or 16
     */
    static void write(long value, int digits, ByteBuffer out, int at) {
        boolean isLittleEndian = out.order() == ByteOrder.LITTLE_ENDIAN;
        int end = at + digits;
        long rest = value;
        while (end - at >= Long.BYTES) {
            end -= Long.BYTES;
            long eight = ascii(rest);
            out.putLong(end, isLittleEndian ? Long.reverseBytes(eight) : eight);
            rest >>>= Integer.SIZE;
        }
        if (end > at) {
            int four = (int) ascii(rest & 0xFFFF);
            out.putInt(at, isLittleEndian ? Integer.reverseBytes(four) : four);
        }
    }

    /** Returns the lowest eight digits, the first one in the highest byte. */
    private static long ascii(long value) {
        long spread = value & 0xFFFF_FFFFL;
        spread = (spread << 16 | spread) & 0x0000_FFFF_0000_FFFFL;
        spread = (spread << 8 | spread) & 0x00FF_00FF_00FF_00FFL;
        spread = (spread << BITS | spread) & EACH * LOW;
        long isLetter = spread + EACH * (LOW + 1 - TEN) >>> BITS & EACH;
        return spread + EACH * '0' + isLetter * ('a' - '0' - TEN);
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

    /** Returns the value of a digit; -1 for another character. */
    static int value(byte b) {
        if (Decimals.isDigit(b)) {
            return b - '0';
        }
        int letter = b | LOWER_CASE;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + TEN : -1;
    }
}
