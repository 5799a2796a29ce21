package io.twohop.config;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Objects;

/** Texts of messages: numbers independent of the locale, and failures in their own words. */
public final class Texts {
    private Texts() {}

    public static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }

    /** Returns a number without exponent and trailing zeros. */
    public static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** Returns a failure's message, or its name if it has none. */
    public static String of(Throwable failure) {
        return Objects.requireNonNullElseGet(failure.getMessage(), failure::toString);
    }
}
