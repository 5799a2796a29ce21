package io.twohop.config;

import java.util.Map;
import java.util.Objects;

/** Values of keys that may be absent, checked. */
public final class Values {
    private Values() {}

    /**
     * Returns a whole number from 1 to a limit.
     *
     * @param value null where the key is absent
     * @param otherwise the value of an absent key
     */
    public static int within(String key, Integer value, int otherwise, int most) {
        int given = Objects.requireNonNullElse(value, otherwise);
        if (given < 1 || given > most) {
            throw ConfigException.invalid(key, given, "a whole number from 1 to " + most);
        }
        return given;
    }

    /** Returns a copy; an empty map for an absent key, which is null. */
    public static Map<String, String> copy(Map<String, String> options) {
        return Map.copyOf(Objects.requireNonNullElse(options, Map.of()));
    }

    /**
     * Refuses a key where another excludes it.
     *
     * @param value null where the key is absent
     * @param excluded whether the key must be absent
     * @param why continues <i>absent, since</i>
     */
    public static void absent(String key, Object value, boolean excluded, String why) {
        if (value != null && excluded) {
            throw ConfigException.invalid(key, value, "absent, since " + why);
        }
    }
}
