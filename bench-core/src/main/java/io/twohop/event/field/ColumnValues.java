package io.twohop.event.field;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The values of a column of a CSV file.
 *
 * @param name of the column
 * @param bytes of all values, one after the other
 * @param width bytes of each
 * @param lines of the file, from 1, by value
 */
public record ColumnValues(Path file, String name, byte[] bytes, int width, long[] lines) {
    int count() {
        return lines.length;
    }

    String text(int value) {
        return new String(bytes, value * width, width, StandardCharsets.UTF_8);
    }
}
