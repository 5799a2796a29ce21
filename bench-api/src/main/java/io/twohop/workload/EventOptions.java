package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Sections;
import java.nio.file.Path;
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

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public EventOptions {
        boolean ofFiles = Given.of("file", file).isPresent();
        name = Given.of("name", name)
                .onlyIf(!ofFiles, "no name beside file, whose bytes are no event of a type")
                .map(word -> WorkloadChecks.word("name", word))
                .or(ofFiles ? null : DEFAULT);
        Given.of("sha256", sha256)
                .onlyIf(ofFiles, "no digest without file")
                .onlyIf(digest -> DIGEST.matcher(digest).matches(), "64 hexadecimal digits in lower case");
    }

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

    /** Returns the name alone if there is one, otherwise a mapping. */
    @JsonValue
    Object keys() {
        return isOfFiles() ? Sections.given(this) : name;
    }

    static EventOptions byDefault() {
        return of(DEFAULT);
    }

    /** Returns whether files are sent, rather than events of a type. */
    public boolean isOfFiles() {
        return file != null;
    }
}
