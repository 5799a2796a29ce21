package io.twohop.replay;

import io.twohop.config.ConfigException;
import io.twohop.workload.CsvForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads chosen columns of a CSV file, as RFC 4180 has it, with or without a header. Nothing is allocated for a row: garbage of the thread
 * that reads ahead would be collected while others measure. One thread.
 */
final class CsvRows {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int END = -1;

    /** A longer field is no time, no number and no key. */
    static final int MOST_FIELD_BYTES = 64;

    private static final int MOST_HEADER_BYTES = 1 << 20;
    /** Limit on a field of a column that nobody chose, such as a text: without one, a small compressed file could be read for hours. */
    private static final int ENDLESS_FIELD_BYTES = 16 << 20;

    private static final int ABSENT = -1;
    private static final int MOST_COLUMNS = 10_000;
    private static final String EXPECTED_FIELDS = ", as line 1 has; fields with the separator inside are in quotes";
    private static final String ROW_EACH = "a row for each message";
    private static final List<String> OTHER_SEPARATORS = List.of(";", "\t", "|", ",");

    private final Path file;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;
    private long line = 1;
    private long rowLine;
    private final char separator;
    private final List<String> names;

    /** The fields of the first line, until they are names or have been the first row. */
    private List<ByteArrayOutputStream> header = new ArrayList<>();

    private boolean inHeader = true;
    private int headerBytes;

    /** Places of the file's columns among the chosen ones; {@link #ABSENT} for the others. */
    private int[] chosen = new int[0];

    private byte[][] fields = new byte[0][];
    private int[] lengths = new int[0];

    CsvRows(Path file, InputStream in, CsvForm form) throws IOException {
        this.file = file;
        this.in = in;
        separator = form.separatorChar();
        skipMark();
        if (!read()) {
            throw error(1, "file", "empty", form.hasHeader() ? "a header line, and a row for each message" : ROW_EACH);
        }
        inHeader = false;
        List<String> first = header.stream().map(this::name).toList();
        refuseOtherSeparator(first, form);
        if (form.hasHeader()) {
            names = first;
            header = null;
        } else {
            names = IntStream.rangeClosed(1, first.size())
                    .mapToObj(Integer::toString)
                    .toList();
        }
    }

    private void refuseOtherSeparator(List<String> fields, CsvForm form) {
        if (fields.size() > 1) {
            return;
        }
        for (String other : OTHER_SEPARATORS) {
            boolean means = other.charAt(0) == separator || !form.hasHeader() && other.charAt(0) == form.decimalMark();
            if (!means && fields.get(0).contains(other)) {
                String shown = "\t".equals(other) ? "tab" : "'" + other + "'";
                throw error(1, "separator", "'" + separator + "'", "separator: " + shown + ", which line 1 has");
            }
        }
    }

    private void skipMark() throws IOException {
        fill();
        int first = at < end ? buffer[at] & 0xff : 0;
        int second = at + 1 < end ? buffer[at + 1] & 0xff : 0;
        if (first == 0xfe && second == 0xff || first == 0xff && second == 0xfe) {
            throw error(1, "encoding", "UTF-16", "UTF-8");
        }
        boolean marked = first == 0xef && second == 0xbb && at + 2 < end && (buffer[at + 2] & 0xff) == 0xbf;
        at += marked ? 3 : 0;
    }

    private String name(ByteArrayOutputStream field) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(field.toByteArray());
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString().strip();
        } catch (CharacterCodingException e) {
            throw error(1, "encoding", "no UTF-8", "UTF-8");
        }
    }

    List<String> names() {
        return names;
    }

    /** Chooses columns, in the order in which they are asked for later. */
    void choose(List<String> columns) {
        chosen = new int[names.size()];
        Arrays.fill(chosen, ABSENT);
        fields = new byte[columns.size()][MOST_FIELD_BYTES];
        lengths = new int[columns.size()];
        for (int i = 0; i < columns.size(); i++) {
            String column = columns.get(i);
            int found = names.indexOf(column);
            if (found < 0) {
                throw error(1, "column", column, "one of " + String.join(", ", names))
                        .didYouMean(names);
            }
            if (names.lastIndexOf(column) != found) {
                throw error(1, "column", column + " twice", "a column of that name once");
            }
            if (chosen[found] != ABSENT) {
                throw error(
                        1,
                        "column",
                        column,
                        "a column of its own for each of times, producers, sizes, keys and topics");
            }
            chosen[found] = i;
        }
    }

    /** Reads the next row; false at the end. */
    boolean next() throws IOException {
        Arrays.fill(lengths, ABSENT);
        if (header != null) {
            takeFirst();
            return true;
        }
        return read();
    }

    /** The first line was read before it was known which columns are wanted. */
    private void takeFirst() {
        for (int column = 0; column < header.size(); column++) {
            byte[] field = header.get(column).toByteArray();
            for (int i = 0; i < field.length; i++) {
                keep(column, i, field[i]);
            }
            endField(column, field.length);
        }
        header = null;
    }

    private boolean read() throws IOException {
        rowLine = line;
        int column = 0;
        int length = 0;
        boolean quoted = false;
        boolean any = false;
        while (true) {
            int c = nextByte();
            if (c == '\n') {
                line++;
            }
            if (quoted) {
                if (c == END) {
                    throw error(rowLine, "row", "a quote without its end", "text in quotes, such as \"a, b\"");
                }
                if (c == '"') {
                    if (peek() != '"') {
                        quoted = false;
                        continue;
                    }
                    at++;
                }
            } else if (c == '\n' && !any) {
                rowLine = line;
                continue;
            } else if (c == '\n' || c == END) {
                endField(column, length);
                if (any && !inHeader && column + 1 != names.size()) {
                    throw ragged(column + 1);
                }
                return any;
            } else if (c == separator) {
                endField(column, length);
                if (column + 1 >= (inHeader ? MOST_COLUMNS : names.size())) {
                    throw tooMany();
                }
                column++;
                length = 0;
                any = true;
                continue;
            } else if (c == '\r') {
                continue;
            } else if (c == '"' && length == 0) {
                quoted = true;
                any = true;
                continue;
            }
            if (c == 0) {
                throw error(rowLine, "encoding", "a byte of zero", "UTF-8");
            }
            any = true;
            keep(column, length++, (byte) c);
            if (length > ENDLESS_FIELD_BYTES) {
                throw error(rowLine, "row", "a field without an end", "fields of at most 16 MiB");
            }
        }
    }

    private ConfigException tooMany() {
        return inHeader
                ? error(1, "file", "more than " + MOST_COLUMNS + " columns", "a CSV file")
                : error(rowLine, "row", "more than " + fieldCount(names.size()), names.size() + EXPECTED_FIELDS);
    }

    private static String fieldCount(int fields) {
        return fields == 1 ? "1 field" : fields + " fields";
    }

    private ConfigException ragged(int fields) {
        return error(rowLine, "row", fieldCount(fields), names.size() + EXPECTED_FIELDS);
    }

    private int nextByte() throws IOException {
        return at < end || fill() ? buffer[at++] & 0xff : END;
    }

    private int peek() throws IOException {
        return at < end || fill() ? buffer[at] & 0xff : END;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    private void keep(int column, int length, byte value) {
        if (inHeader) {
            headerField(column).write(value);
            if (++headerBytes > MOST_HEADER_BYTES) {
                throw error(1, "file", "a first line without an end", "a header line");
            }
        } else if (column < chosen.length && chosen[column] != ABSENT && length < MOST_FIELD_BYTES) {
            fields[chosen[column]][length] = value;
        }
    }

    private void endField(int column, int length) {
        if (inHeader) {
            headerField(column);
        } else if (column < chosen.length && chosen[column] != ABSENT) {
            lengths[chosen[column]] = length;
        }
    }

    private ByteArrayOutputStream headerField(int column) {
        while (header.size() <= column) {
            header.add(new ByteArrayOutputStream());
        }
        return header.get(column);
    }

    /** The line that the row began in, from 1. */
    long line() {
        return rowLine;
    }

    /** The bytes of a chosen column; valid until the next row, as far as its length. */
    byte[] field(int which) {
        return fields[which];
    }

    /** 0 where the row has nothing there; more than there are bytes where it is too long. */
    int length(int which) {
        return Math.max(0, lengths[which]);
    }

    /** Returns a field as text, for errors. */
    String text(int which) {
        String text = new String(fields[which], 0, Math.min(length(which), MOST_FIELD_BYTES), StandardCharsets.UTF_8);
        return length(which) > MOST_FIELD_BYTES ? text + "..." : text;
    }

    private ConfigException error(long atLine, String name, Object value, String expected) {
        return ConfigException.inFile(file, atLine, name, value, expected);
    }
}
