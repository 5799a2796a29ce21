package io.twohop.event.field;

import java.nio.ByteBuffer;

/** Decimal digits of a fixed width. A padded text may have other characters around its last digits, as {@code ORD-000123} has. */
final class DecimalForm implements IdForm {
    static final int MOST_DIGITS = 15;
    static final int MOST_PADDED_DIGITS = 18;
    private static final int TEN = 10;

    private final int digits;
    private final boolean zeroPadded;
    private final long first;
    private final long room;

    DecimalForm(long tag, int digits, boolean zeroPadded) {
        int most = zeroPadded ? MOST_PADDED_DIGITS : MOST_DIGITS;
        if (digits < 1 || digits > most) {
            throw new IllegalArgumentException("digits: " + digits + " of at most " + most);
        }
        this.digits = digits;
        this.zeroPadded = zeroPadded;
        long least = zeroPadded ? 0 : Decimals.power(digits - 1);
        long half = (Decimals.power(digits) - least) / 2;
        first = least + Long.remainderUnsigned(Mix.mix(tag + digits), half);
        room = half;
    }

    @Override
    public int bytes() {
        return digits;
    }

    @Override
    public long room() {
        return room;
    }

    @Override
    public void write(long n, ByteBuffer out, int at) {
        if (n < 0 || n >= room) {
            throw new IllegalArgumentException("more messages than " + digits + " digits have room for: " + n);
        }
        Decimals.write(first + n, digits, out, at);
    }

    @Override
    public long read(ByteBuffer in, int at, int length) {
        int end = at + length;
        while (zeroPadded && end > at && !Decimals.isDigit(in.get(end - 1))) {
            end--;
        }
        int start = end;
        long value = 0;
        long unit = 1;
        // Further digits to the left may belong to the template.
        while (start > at && Decimals.isDigit(in.get(start - 1)) && end - start < digits) {
            start--;
            value += unit * (in.get(start) - '0');
            unit *= TEN;
        }
        if (start == end || !zeroPadded && !isDigits(in, at, start)) {
            return ABSENT;
        }
        boolean isLonger = !zeroPadded && start > at;
        long n = value - first;
        return isLonger || n < 0 || n >= room ? FOREIGN : n;
    }

    private static boolean isDigits(ByteBuffer in, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Decimals.isDigit(in.get(i))) {
                return false;
            }
        }
        return true;
    }
}
