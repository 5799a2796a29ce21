package io.twohop.config;

import java.util.Locale;

/** Formats numbers in messages, independent of the locale. */
public final class Texts {
    private Texts() {}

    public static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
