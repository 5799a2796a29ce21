package io.twohop.config;

import java.util.Map;
import java.util.Objects;

/** Checks of values that may be absent. */
public final class Values {
    private Values() {}

    /**
     * Returns a whole number from 1 to a limit.
     *
     * @param value null for an absent key
     * @param otherwise the value of an absent key
     */
    public static int within(String key, Integer value, int otherwise, int most) {
        int given = Objects.requireNonNullElse(value, otherwise);
        if (given < 1 || given > most) {
            throw ConfigException.invalid(key, given, "a whole number from 1 to " + most);
        }
        return given;
    }

    /** Returns a copy; an empty map for null, the value of an absent key. */
    public static Map<String, String> copy(Map<String, String> options) {
        return Map.copyOf(Objects.requireNonNullElse(options, Map.of()));
    }

    /**
     * Rejects a key that another excludes.
     *
     * @param value null for an absent key
     * @param excluded whether the key must be absent
     * @param why continues <i>absent, since</i>
     */
    public static void absent(String key, Object value, boolean excluded, String why) {
        Given.of(key, value).map(Object::toString).onlyIf(!excluded, "absent, since " + why);
    }
}
