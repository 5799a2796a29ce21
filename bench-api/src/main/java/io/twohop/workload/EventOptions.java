package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The events that a run sends: events of a type, or the bytes of files. */
public record EventOptions(
        @Help("name of the event type, or of a class") String name,

        @Help("a file, or a directory of files that are sent in turn by name, unchanged")
        Path file,

        @Help("digest of those bytes, as in a result; other bytes are refused")
        String sha256) {
    private static final String DEFAULT = "order";
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    public EventOptions {
        if (file == null) {
            name = WorkloadChecks.word("name", name);
        } else if (name != null) {
            throw ConfigException.invalid("name", name, "no name beside file, whose bytes are no event of a type");
        }
        if (sha256 != null && file == null) {
            throw ConfigException.invalid("sha256", sha256, "no digest without file");
        }
        if (sha256 != null && !DIGEST.matcher(sha256).matches()) {
            throw ConfigException.invalid("sha256", sha256, "64 hexadecimal digits in lower case");
        }
    }

    /** Returns the options for an event type. */
    public static EventOptions of(String name) {
        return new EventOptions(name, null, null);
    }

    /** Returns the options for the bytes of a file, or of a directory's files. */
    public static EventOptions of(Path file) {
        return new EventOptions(null, file, null);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static EventOptions read(String name) {
        return of(WorkloadChecks.word("", name));
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static EventOptions of(
            @JsonProperty("name") String name, @JsonProperty("file") Path file, @JsonProperty("sha256") String sha256) {
        return new EventOptions(name == null && file == null ? DEFAULT : name, file, sha256);
    }

    /** Returns the name alone if there is one, otherwise a mapping. */
    @JsonValue
    Object keys() {
        if (file == null) {
            return name;
        }
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("file", file.toString());
        if (sha256 != null) {
            keys.put("sha256", sha256);
        }
        return keys;
    }

    static EventOptions byDefault() {
        return of(DEFAULT);
    }

    /** Returns whether files are sent, rather than events of a type. */
    public boolean isOfFiles() {
        return file != null;
    }
}
