package io.twohop.event.field;

/** Reversible mixing of bits. Stafford's 13th variant, as in {@link java.util.SplittableRandom}. */
final class Mix {
    private static final long FIRST = 0xBF58_476D_1CE4_E5B9L;
    private static final long SECOND = 0x94D0_49BB_1331_11EBL;
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    private static final long FNV_OFFSET = 0xCBF2_9CE4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01B3L;
    private static final long FIRST_INVERSE = inverse(FIRST);
    private static final long SECOND_INVERSE = inverse(SECOND);

    private Mix() {}

    static long mix(long x) {
        long a = (x ^ x >>> 30) * FIRST;
        long b = (a ^ a >>> 27) * SECOND;
        return b ^ b >>> 31;
    }

    /** Returns the number of which {@link #mix} made this one. */
    static long unmix(long x) {
        long b = (x ^ x >>> 31 ^ x >>> 62) * SECOND_INVERSE;
        long a = (b ^ b >>> 27 ^ b >>> 54) * FIRST_INVERSE;
        return a ^ a >>> 30 ^ a >>> 60;
    }

    /** Returns a random number below a limit, which follows from a seed and a message's number. */
    static long choice(long seed, long n, long limit) {
        return (mix(seed + n * STEP) >>> 1) % limit;
    }

    /** Returns 64 bits that differ between texts. */
    static long bits(String text) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return mix(hash);
    }

    /** Returns the inverse of an odd number modulo 2^64, by Newton's method: each step doubles the number of right bits. */
    static long inverse(long odd) {
        long inverse = odd;
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
