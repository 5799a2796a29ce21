package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Sections;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The origin of a field's values: a text that {@link FieldValue} reads, or a column of a CSV file.
 *
 * @param text {@code null} for a column
 */
public record FieldSource(
        @JsonIgnore String text,

        @Help("name of the column that has the values, sent in turn")
        String column,

        @Help("the CSV file with that column: a path, relative to the workload's file")
        Path file,

        @Section CsvForm form,

        @Help("digest of the file's bytes, as in a result; other bytes are refused")
        String sha256) {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /** Returns values by a text such as {@code random(1..100)}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static FieldSource of(String text) {
        return new FieldSource(text, null, null, CsvForm.DEFAULT, null);
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static FieldSource of(
            @JsonProperty("column") String column,
            @JsonProperty("file") Path file,
            @JsonProperty("header") Boolean header,
            @JsonProperty("separator") String separator,
            @JsonProperty("sha256") String sha256) {
        Given.of("column", column).needed(name -> !name.isBlank(), "the name of the column that has the values");
        Given.of("file", file).neededIf(true, "a CSV file, plain or packed, such as customers.csv");
        Given.of("sha256", sha256)
                .onlyIf(digest -> DIGEST.matcher(digest).matches(), "64 hexadecimal digits in lower case");
        return new FieldSource(null, column, file, new CsvForm(header, separator), sha256);
    }

    public boolean isColumn() {
        return column != null;
    }

    /** Returns the same column of a file found at a path. */
    public FieldSource at(Path path, String digest) {
        return new FieldSource(null, column, path, form, digest);
    }

    @Override
    public String toString() {
        return keys().toString();
    }

    /** Returns the text alone, or the column's mapping. */
    @JsonValue
    Object keys() {
        return isColumn() ? Sections.given(this) : text;
    }
}
