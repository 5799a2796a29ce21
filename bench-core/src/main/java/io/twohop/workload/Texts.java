package io.twohop.workload;

import java.util.Locale;

/** Formats numbers in messages alike in every locale. */
final class Texts {
    private Texts() {}

    static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
