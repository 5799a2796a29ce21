package io.twohop.doctor;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.twohop.finding.Finding;
import io.twohop.finding.Severity;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One check of the machine.
 *
 * @param group heading under which the check is printed, such as {@code disk}
 * @param name unique within the group
 * @param finding what was found, with units; its remedy has a command or a setting, of a line or more
 * @param figures the same as data; each number has its unit in its name, unknown ones are null
 */
@JsonPropertyOrder({"group", "name", "mark", "text", "figures", "remedy"})
public record Check(String group, String name, @JsonIgnore Finding finding, Map<String, Object> figures) {
    /** Returns {@code ok}, {@code warn} where a tail may come from it, {@code bad} where no run is possible, or {@code unknown}. */
    @JsonProperty
    public String mark() {
        return switch (severity()) {
            case NOTE -> "ok";
            case UNKNOWN -> "unknown";
            case FATAL -> "bad";
            default -> "warn";
        };
    }

    public Severity severity() {
        return finding.severity();
    }

    @JsonProperty
    public String text() {
        return finding.text();
    }

    /** Returns what to change; empty where there is nothing to change. */
    public String remedy() {
        return finding.remedy();
    }

    @JsonProperty("remedy")
    String remedyOrNull() {
        return remedy().isEmpty() ? null : remedy();
    }

    static Map<String, Object> figures(Object... namesAndValues) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            figures.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return figures;
    }
}
