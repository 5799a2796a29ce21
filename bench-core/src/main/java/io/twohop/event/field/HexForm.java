package io.twohop.event.field;

import java.nio.ByteBuffer;

/** The number in 16 scrambled digits, then 16 digits that follow from them and the run. Tracing samples by the last bits. */
final class HexForm implements IdForm {
    private static final int DIGITS = 16;

    private final long tag;

    HexForm(long tag) {
        this.tag = tag;
    }

    @Override
    public int bytes() {
        return 2 * DIGITS;
    }

    @Override
    public long room() {
        return Long.MAX_VALUE;
    }

    @Override
    public void write(long n, ByteBuffer out, int at) {
        if (n < 0 || n == Long.MAX_VALUE) {
            throw new IllegalArgumentException("number: " + n);
        }
        long scrambled = Mix.mix(n ^ tag);
        Hex.write(scrambled, DIGITS, out, at);
        Hex.write(check(scrambled), DIGITS, out, at + DIGITS);
    }

    @Override
    public long read(ByteBuffer in, int at, int length) {
        if (length != 2 * DIGITS || !Hex.isHex(in, at, length)) {
            return ABSENT;
        }
        long scrambled = Hex.read(in, at, DIGITS);
        long n = Mix.unmix(scrambled) ^ tag;
        boolean isOwn = Hex.read(in, at + DIGITS, DIGITS) == check(scrambled) && n >= 0 && n < Long.MAX_VALUE;
        return isOwn ? n : FOREIGN;
    }

    /** Returns 64 bits, not all zero: a trace id of zeros is invalid. */
    private long check(long scrambled) {
        long check = Mix.mix(scrambled + Long.rotateLeft(tag, DIGITS));
        return check == 0 ? 1 : check;
    }
}
