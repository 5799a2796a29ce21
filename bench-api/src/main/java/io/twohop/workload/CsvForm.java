package io.twohop.workload;

import io.twohop.config.Given;
import io.twohop.config.Help;
import java.util.Map;

/** The variant of CSV that a file is written in, where RFC 4180 leaves a choice. */
public record CsvForm(
        @Help(
                "whether the file's first line names its columns; without it columns are given by number, from 1. true by default")
        Boolean header,

        @Help(
                "the character between fields, such as ';' or tab; a comma by default. With another one, decimals may have a comma")
        String separator) {
    /** Commas between fields, and a header. */
    public static final CsvForm DEFAULT = new CsvForm(null, null);

    private static final char COMMA = ',';
    private static final Map<String, Character> NAMED = Map.of("tab", '\t', "comma", COMMA, "semicolon", ';');

    public CsvForm {
        Given.of("separator", separator)
                .onlyIf(
                        text -> NAMED.containsKey(text) || text.length() == 1 && separates(text.charAt(0)),
                        "one character such as ';' or '|', or tab");
    }

    /** Returns whether a character occurs neither in numbers and names nor as a quote or an end of lines. */
    private static boolean separates(char c) {
        return c < 0x80 && !Character.isLetterOrDigit(c) && "\"'.-+_:\r\n".indexOf(c) < 0;
    }

    public boolean hasHeader() {
        return header == null || header;
    }

    public char separatorChar() {
        return separator == null ? COMMA : NAMED.getOrDefault(separator, separator.charAt(0));
    }

    /** Returns what stands before the fraction of a number, besides a point. */
    public char decimalMark() {
        return separatorChar() == COMMA ? '.' : COMMA;
    }
}
