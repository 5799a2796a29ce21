package io.twohop.event.field;

import java.nio.ByteBuffer;

/**
 * UUIDs of version 4. The 60 free bits of the first half hold the scrambled number; the 62 free bits of the second half follow from
 * them and the run.
 */
final class UuidForm implements IdForm {
    static final int BYTES = 36;

    private static final int NUMBER_BITS = 60;
    private static final long NUMBER_MASK = (1L << NUMBER_BITS) - 1;
    private static final int VERSION_AT = 12;
    private static final long BELOW_VERSION = (1L << VERSION_AT) - 1;
    private static final long VERSION = 4L << VERSION_AT;
    private static final long VARIANT = 1L << 63;
    private static final int VARIANT_BITS = 2;
    private static final int GROUP = 16;
    private static final int LAST_GROUP = 48;
    private static final long VERSION_DIGIT = 0xFL << VERSION_AT;
    private static final int VERSION_BITS = 4;
    private static final int HALF_OF_NUMBER = 30;

    /** The groups of digits: offset and length of each. */
    private static final int[] STARTS = {0, 9, 14, 19, 24};

    private static final int[] DIGITS = {8, 4, 4, 4, 12};

    /** Odd factors, so that multiplying modulo 2^60 can be undone. */
    private static final long FACTOR = 0x0FB2_1C65_1E98_DF25L;

    private static final long INVERSE = inverse(FACTOR);

    private final long tag;

    UuidForm(long tag) {
        this.tag = tag;
    }

    @Override
    public int bytes() {
        return BYTES;
    }

    @Override
    public long room() {
        return NUMBER_MASK + 1;
    }

    @Override
    public void write(long n, ByteBuffer out, int at) {
        if (n < 0 || n > NUMBER_MASK) {
            throw new IllegalArgumentException("number: " + n);
        }
        long scrambled = scramble(n ^ tag & NUMBER_MASK);
        long high = (scrambled & ~BELOW_VERSION) << VERSION_BITS | VERSION | scrambled & BELOW_VERSION;
        long low = check(scrambled);
        Hex.write(high >>> Integer.SIZE, DIGITS[0], out, at);
        out.put(at + STARTS[1] - 1, (byte) '-');
        Hex.write(high >>> GROUP, DIGITS[1], out, at + STARTS[1]);
        out.put(at + STARTS[2] - 1, (byte) '-');
        Hex.write(high, DIGITS[2], out, at + STARTS[2]);
        out.put(at + STARTS[3] - 1, (byte) '-');
        Hex.write(low >>> LAST_GROUP, DIGITS[3], out, at + STARTS[3]);
        out.put(at + STARTS[4] - 1, (byte) '-');
        Hex.write(low, DIGITS[4], out, at + STARTS[4]);
    }

    @Override
    public long read(ByteBuffer in, int at, int length) {
        if (!isUuid(in, at, length)) {
            return ABSENT;
        }
        long high = Hex.read(in, at, DIGITS[0]) << Integer.SIZE
                | Hex.read(in, at + STARTS[1], DIGITS[1]) << GROUP
                | Hex.read(in, at + STARTS[2], DIGITS[2]);
        long low = Hex.read(in, at + STARTS[3], DIGITS[3]) << LAST_GROUP | Hex.read(in, at + STARTS[4], DIGITS[4]);
        long scrambled = high >>> VERSION_BITS & ~BELOW_VERSION & NUMBER_MASK | high & BELOW_VERSION;
        boolean isVersion = (high & VERSION_DIGIT) == VERSION;
        return isVersion && low == check(scrambled) ? unscramble(scrambled) ^ tag & NUMBER_MASK : FOREIGN;
    }

    /** Returns whether a text has the digits and hyphens of a UUID, of any version. */
    static boolean isUuid(ByteBuffer in, int at, int length) {
        if (length != BYTES) {
            return false;
        }
        for (int i = 0; i < STARTS.length; i++) {
            boolean follows = i == 0 || in.get(at + STARTS[i] - 1) == '-';
            if (!follows || !Hex.isHex(in, at + STARTS[i], DIGITS[i])) {
                return false;
            }
        }
        return true;
    }

    private long check(long scrambled) {
        return VARIANT | Mix.mix(scrambled + Long.rotateLeft(tag, GROUP)) >>> VARIANT_BITS;
    }

    private static long scramble(long x) {
        long a = (x ^ x >>> HALF_OF_NUMBER) * FACTOR & NUMBER_MASK;
        long b = (a ^ a >>> HALF_OF_NUMBER) * FACTOR & NUMBER_MASK;
        return b ^ b >>> HALF_OF_NUMBER;
    }

    /** A shift by half of the bits undoes itself. */
    private static long unscramble(long x) {
        long b = (x ^ x >>> HALF_OF_NUMBER) * INVERSE & NUMBER_MASK;
        long a = (b ^ b >>> HALF_OF_NUMBER) * INVERSE & NUMBER_MASK;
        return a ^ a >>> HALF_OF_NUMBER;
    }

    private static long inverse(long odd) {
        return Mix.inverse(odd) & NUMBER_MASK;
    }
}
