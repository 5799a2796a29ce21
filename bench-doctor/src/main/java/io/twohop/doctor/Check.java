package io.twohop.doctor;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that was looked at.
 *
 * @param group it belongs to, such as {@code disk}
 * @param name of it within the group
 * @param text what was found, with units
 * @param figures the same as data; each number has its unit in its name, what is not known is null
 * @param remedy a command or a setting, of a line or more; null where there is nothing to change
 */
public record Check(String group, String name, Mark mark, String text, Map<String, Object> figures, String remedy) {
    /** What is to be thought of it. */
    public enum Mark {
        @JsonProperty("ok")
        OK,

        /** A tail may come from it. */
        @JsonProperty("warn")
        WARN,

        /** No run is possible. */
        @JsonProperty("bad")
        BAD,

        /** This machine does not say. */
        @JsonProperty("unknown")
        UNKNOWN
    }

    static Check ok(String group, String name, String text, Map<String, Object> figures) {
        return new Check(group, name, Mark.OK, text, figures, null);
    }

    static Check unknown(String group, String name) {
        return new Check(group, name, Mark.UNKNOWN, "not known here", Map.of(), null);
    }

    /** Warns if it is bad. */
    static Check of(String group, String name, String text, Map<String, Object> figures, boolean isBad, String remedy) {
        return new Check(group, name, isBad ? Mark.WARN : Mark.OK, text, figures, isBad ? remedy : null);
    }

    /** @param namesAndValues in turns */
    static Map<String, Object> figures(Object... namesAndValues) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            figures.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return figures;
    }
}
