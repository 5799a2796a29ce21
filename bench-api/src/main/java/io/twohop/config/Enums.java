package io.twohop.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Enum constants as users write them: lower case, with hyphens. */
public final class Enums {
    private Enums() {}

    public static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static String expected(Class<?> type) {
        return "one of " + String.join(", ", texts(type));
    }

    public static Object parse(Class<?> type, String text) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> letters(((Enum<?>) constant).name()).equals(letters(text)))
                .findFirst()
                .orElseThrow(
                        () -> ConfigException.invalid("", text, expected(type)).didYouMean(texts(type)));
    }

    private static List<String> texts(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> text((Enum<?>) constant))
                .toList();
    }

    private static String letters(String text) {
        return text.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
