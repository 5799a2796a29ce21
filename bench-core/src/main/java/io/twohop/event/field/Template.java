package io.twohop.event.field;

import io.twohop.config.ConfigException;

/**
 * The text of a field in a user's own sample.
 *
 * @param name the field, as errors name it
 * @param text one character per byte
 * @param isString whether it is the content of a string, or bytes at a fixed place; otherwise a JSON number
 * @param sample file that it is in
 */
record Template(String name, String text, boolean isString, String sample) {
    ConfigException refused(String expected) {
        return ConfigException.invalid(name, text + " in " + sample, expected);
    }

    /** Returns the start of the last digits of a string; -1 if there are no digits. */
    int lastDigits() {
        int end = lastDigitsEnd();
        int start = end;
        while (start > 0 && isDigit(text.charAt(start - 1))) {
            start--;
        }
        return start == end ? -1 : start;
    }

    int lastDigitsEnd() {
        int end = text.length();
        while (end > 0 && !isDigit(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    boolean isDigits() {
        return !text.isEmpty() && text.chars().allMatch(Template::isDigit);
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
