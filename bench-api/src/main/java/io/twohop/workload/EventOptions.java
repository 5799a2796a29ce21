package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Sections;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The events that a run sends: events of a type, or the bytes of files. */
public record EventOptions(
        @Help("name of the event type, or of a class") String name,

        @Help("a file, or a directory of files that are sent in turn by name, unchanged but for fields")
        Path file,

        @Help("digest of those bytes, as in a result; other bytes are refused")
        String sha256,

        @Help("fields of those files that vary per message: a JSON pointer or bytes(16..51), with number, uuid, time,"
                + " random(1..100), 'one of [a, b, c]' or {column: customer, file: customers.csv}; none by default")
        Map<String, FieldSource> fields) {
    private static final String DEFAULT = "order";
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public EventOptions {
        Given<Map<String, FieldSource>> varying = Given.of("fields", fields).map(EventOptions::checked);
        boolean ofFiles = Given.of("file", file).isPresent();
        name = Given.of("name", name)
                .onlyIf(!ofFiles, "no name beside file, whose bytes are no event of a type")
                .map(word -> WorkloadChecks.word("name", word))
                .or(ofFiles ? null : DEFAULT);
        Given.of("sha256", sha256)
                .onlyIf(ofFiles, "no digest without file")
                .onlyIf(digest -> DIGEST.matcher(digest).matches(), "64 hexadecimal digits in lower case");
        fields = varying.onlyIf(given -> ofFiles || given.isEmpty(), "no fields without file, whose bytes they change")
                .or(Map.of());
    }

    private static Map<String, FieldSource> checked(Map<String, FieldSource> fields) {
        fields.forEach((place, value) -> {
            try {
                FieldPlace.parse(place);
            } catch (ConfigException e) {
                throw ConfigException.invalid("fields", place, e.expected());
            }
            if (!value.isColumn()) {
                FieldValue.parse(name(place), value.text());
            }
        });
        return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    private static String name(String place) {
        return "fields." + place;
    }

    public static EventOptions of(String name) {
        return new EventOptions(name, null, null, null);
    }

    /** Returns the options for the bytes of a file, or of a directory's files. */
    public static EventOptions of(Path file) {
        return new EventOptions(null, file, null, null);
    }

    /** Returns these options for the same bytes, found at a path. */
    public EventOptions at(Path path, String digest) {
        return new EventOptions(name, path, digest, fields);
    }

    /** Returns these options with fields that vary per message; a place and a value each, as in a workload. */
    public EventOptions varying(Map<String, String> others) {
        Map<String, FieldSource> sources = new LinkedHashMap<>();
        others.forEach((place, text) -> sources.put(place, FieldSource.of(text)));
        return from(sources);
    }

    /** Returns these options with fields that vary per message, by place. */
    public EventOptions from(Map<String, FieldSource> sources) {
        return new EventOptions(name, file, sha256, sources);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static EventOptions read(String name) {
        return of(WorkloadChecks.word("", name));
    }

    /** Returns the name alone if there is one, otherwise a mapping. */
    @JsonValue
    Object keys() {
        if (!isOfFiles()) {
            return name;
        }
        Map<String, Object> given = Sections.given(this);
        if (fields.isEmpty()) {
            given.remove("fields");
        }
        return given;
    }

    static EventOptions byDefault() {
        return of(DEFAULT);
    }

    /** Returns whether files are sent, rather than events of a type. */
    public boolean isOfFiles() {
        return file != null;
    }
}
