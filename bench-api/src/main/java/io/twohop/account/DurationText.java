package io.twohop.account;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Durations for people: three significant digits and the unit that fits, such as {@code 1.66 us}; files have nanoseconds. */
public final class DurationText {
    private static final int DIGITS = 3;
    private static final String[] UNITS = {"ns", "us", "ms", "s"};
    private static final int STEP = 3;
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private DurationText() {}

    /** Returns whole nanoseconds below a microsecond, and seconds from one second on. */
    public static String of(long nanos) {
        return text(nanos, DIGITS);
    }

    /** Returns enough digits to differ from another duration, such as 10.02 ms beside a limit of 10.0 ms. */
    public static String besides(long nanos, long other) {
        int digits = DIGITS;
        while (nanos != other && text(nanos, digits).equals(text(other, digits))) {
            digits++;
        }
        return text(nanos, digits);
    }

    /** Returns a duration from a setting, such as a limit, with all its digits and no more: {@code 10 ms}. */
    public static String exact(long nanos) {
        return inUnit(BigDecimal.valueOf(nanos).stripTrailingZeros());
    }

    private static String text(long nanos, int digits) {
        return inUnit(BigDecimal.valueOf(nanos).round(new MathContext(digits, RoundingMode.HALF_UP)));
    }

    private static String inUnit(BigDecimal nanos) {
        BigDecimal shown = nanos;
        int unit = 0;
        while (unit < UNITS.length - 1 && shown.abs().compareTo(THOUSAND) >= 0) {
            shown = shown.scaleByPowerOfTen(-STEP);
            unit++;
        }
        return shown.toPlainString() + " " + UNITS[unit];
    }
}
