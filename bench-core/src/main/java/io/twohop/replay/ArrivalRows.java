package io.twohop.replay;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Quantities;
import io.twohop.config.Size;
import io.twohop.config.Texts;
import io.twohop.workload.ArrivalFile;
import io.twohop.workload.TimeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of a file of arrivals, in their order: each later than the one before, or at the same time. One thread. */
final class ArrivalRows implements FileRow, AutoCloseable {
    private static final int TIME = 0;
    private static final int ABSENT = -1;
    private static final int MOST_DIGITS = 9;

    /** Limit on the rows held to be sorted, 50 MB. */
    private static final int MOST_SORTED = 1_000_000;

    private static final String EXPECTED_SIZE = Texts.format("a payload's size in bytes, 1 to %,d", Size.MAX_BYTES);

    private final Path file;
    private final InputStream in;
    private final CsvRows rows;
    private final String column;
    private final ArrivalFile arrivals;
    private final int producerField;
    private final int sizeField;
    private final int keyField;
    private final int topicField;
    private final KeyNumbers keyNumbers;
    private final KeyNumbers topicNumbers = new KeyNumbers();
    private TimeFormat format;
    private final SortedRows sorted;
    private ArrivalRow before = new ArrivalRow();

    private ArrivalRow row = new ArrivalRow();

    /** The latest time of all rows read. */
    private long latestNanos = Long.MIN_VALUE;

    /** The largest distance of a row behind a row before it. */
    private long mostBackNanos;

    private ArrivalRows(Path file, InputStream in, ArrivalFile arrivals, KeyNumbers keyNumbers) throws IOException {
        this.arrivals = arrivals;
        this.keyNumbers = keyNumbers;
        this.file = file;
        this.in = in;
        rows = new CsvRows(file, in, arrivals.form());
        column = arrivals.column() == null ? rows.names().get(0) : arrivals.column();
        List<String> columns = new ArrayList<>(List.of(column));
        producerField = choose(columns, arrivals.producer());
        sizeField = choose(columns, arrivals.size());
        keyField = choose(columns, arrivals.key());
        topicField = choose(columns, arrivals.topic());
        refuseData(columns);
        rows.choose(columns);
        format = arrivals.unit();
        long withinNanos = Optional.ofNullable(arrivals.sortWithin())
                .map(Duration::toNanos)
                .orElse(0L);
        sorted = withinNanos > 0 ? new SortedRows(this::read, withinNanos) : null;
    }

    /** A row in place of the header would be lost, and give its values as names. */
    private void refuseData(List<String> columns) {
        if (!arrivals.form().hasHeader()) {
            return;
        }
        List<String> data = rows.names().stream().filter(this::isTime).toList();
        boolean named = columns.stream().allMatch(name -> rows.names().contains(name) && !isTime(name));
        if (!data.isEmpty() && !named) {
            throw ConfigException.inFile(
                    file,
                    1,
                    "header",
                    data.get(0),
                    "names of columns; of a file without a header, arrivals.header: false and columns by number, from 1");
        }
    }

    private boolean isTime(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return TimeText.nanos(text, text.length, TimeFormat.NS, arrivals.form().decimalMark()) != TimeText.INVALID
                || TimeText.nanos(text, text.length, TimeFormat.ISO) != TimeText.INVALID;
    }

    private static int choose(List<String> columns, String name) {
        if (name == null) {
            return ABSENT;
        }
        columns.add(name);
        return columns.size() - 1;
    }

    /**
     * Opens the file; what cannot be read is a {@link ConfigException} with the line.
     *
     * @param keyNumbers of what was read of the file before, or new ones
     */
    static ArrivalRows open(ArrivalFile arrivals, KeyNumbers keyNumbers) throws IOException {
        Path file = Path.of(arrivals.path());
        try {
            return open(arrivals, keyNumbers, Files.newInputStream(file));
        } catch (NoSuchFileException e) {
            throw ConfigException.invalid("arrivals.file", file, "a file that is there");
        }
    }

    /** @param raw the file's bytes, packed or not; closed with this */
    static ArrivalRows open(ArrivalFile arrivals, KeyNumbers keyNumbers, InputStream raw) throws IOException {
        Path file = Path.of(arrivals.path());
        try {
            return new ArrivalRows(file, PackedFile.unpacked(file, raw), arrivals, keyNumbers);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /** Reads the next row; false at the end. */
    boolean next() throws IOException {
        ArrivalRow next = sorted == null ? unsorted() : sorted.next();
        if (next == null) {
            return false;
        }
        if (row.line != 0 && next.timeNanos < row.timeNanos) {
            throw unordered(next);
        }
        before = row;
        row = next;
        return true;
    }

    private ArrivalRow unsorted() throws IOException {
        return read(before) ? before : null;
    }

    private boolean read(ArrivalRow into) throws IOException {
        if (!rows.next()) {
            return false;
        }
        into.timeNanos = time();
        into.line = rows.line();
        if (sorted != null && sorted.held() == MOST_SORTED) {
            throw error(
                    column, Texts.format("%,d rows within sortWithin", MOST_SORTED), "a smaller arrivals.sortWithin");
        }
        mostBackNanos =
                latestNanos > into.timeNanos ? Math.max(mostBackNanos, latestNanos - into.timeNanos) : mostBackNanos;
        latestNanos = Math.max(latestNanos, into.timeNanos);
        if (producerField != ABSENT) {
            into.producer =
                    number(producerField, arrivals.producer(), 0, Integer.MAX_VALUE, "a producer's number, from 0");
        }
        if (sizeField != ABSENT) {
            into.size = number(sizeField, arrivals.size(), 1, Size.MAX_BYTES, EXPECTED_SIZE);
        }
        if (keyField != ABSENT) {
            into.key = number(keyField, arrivals.key(), keyNumbers, "a key");
        }
        if (topicField != ABSENT) {
            into.topic = number(topicField, arrivals.topic(), topicNumbers, "a topic");
        }
        return true;
    }

    /** Reads on, since the number of such rows tells a clock's jitter from a file of several parts. */
    private ConfigException unordered(ArrivalRow earlier) throws IOException {
        long line = earlier.line;
        long lastNanos = row.timeNanos;
        long count = 0;
        String than = sorted == null ? " than in line " + row.line : " than a row before, beyond sortWithin";
        for (ArrivalRow next = earlier; next != null; next = sorted == null ? unsorted() : sorted.next()) {
            count += next.timeNanos < lastNanos ? 1 : 0;
            lastNanos = Math.max(lastNanos, next.timeNanos);
        }
        Duration most = Duration.ofNanos(mostBackNanos);
        String back = Quantities.text(most) + " back";
        String remedy = ArrivalFile.LONGEST_SORTED.compareTo(most) < 0
                ? ""
                : "; arrivals.sortWithin: " + Quantities.text(most) + " sorts such rows";
        return ConfigException.inFile(
                file,
                line,
                column,
                count == 1 ? back : Texts.format("%s at most, in %,d rows", back, count),
                "no earlier time" + than + remedy);
    }

    private long time() {
        byte[] text = rows.field(TIME);
        int length = rows.length(TIME);
        if (length == 0) {
            throw error(column, null, "a time in each row");
        }
        if (format == TimeFormat.AUTO) {
            format = TimeText.formatOf(text, Math.min(length, text.length));
        }
        if (format == TimeFormat.AUTO) {
            throw error(column, rows.text(TIME), "a time since 1970, or arrivals.unit: ns, us, ms or s");
        }
        long nanos = TimeText.nanos(text, length, format, arrivals.form().decimalMark());
        if (nanos == TimeText.INVALID) {
            String unit = format == TimeFormat.ISO ? "as ISO 8601 has it" : "in " + Enums.text(format);
            throw error(column, rows.text(TIME), "a time " + unit);
        }
        return nanos;
    }

    private int number(int field, String name, int least, int most, String expected) {
        byte[] text = rows.field(field);
        int length = rows.length(field);
        int number = 0;
        boolean digits = length > 0 && length <= MOST_DIGITS;
        for (int i = 0; i < length && digits; i++) {
            digits = text[i] >= '0' && text[i] <= '9';
            number = 10 * number + text[i] - '0';
        }
        if (!digits || number < least || number > most) {
            throw error(name, length == 0 ? null : rows.text(field), expected);
        }
        return number;
    }

    private int number(int field, String name, KeyNumbers numbers, String what) {
        int length = rows.length(field);
        if (length == 0 || length > CsvRows.MOST_FIELD_BYTES) {
            throw error(
                    name,
                    length == 0 ? null : rows.text(field),
                    what + " of 1 to " + CsvRows.MOST_FIELD_BYTES + " bytes in each row");
        }
        int number = numbers.number(rows.field(field), length);
        if (number == KeyNumbers.FULL) {
            throw error(name, rows.text(field), Texts.format("one of the %,d before it", KeyNumbers.MOST));
        }
        return number;
    }

    private ConfigException error(String name, Object value, String expected) {
        return ConfigException.inFile(file, rows.line(), name, value, expected);
    }

    /** Nanoseconds from wherever the file counts them. */
    long timeNanos() {
        return row.timeNanos;
    }

    /** Returns the producer's number in the file; 0 without such a column. */
    int producer() {
        return row.producer;
    }

    @Override
    public int bytes() {
        return row.size;
    }

    /** In the order in which they first appear. */
    @Override
    public int key() {
        return row.key;
    }

    /** Likewise; each reading of the file begins at its first row, so they are numbered alike. */
    @Override
    public int topic() {
        return row.topic;
    }

    /** From 1, the header included. */
    long line() {
        return row.line;
    }

    /** Returns the format of its times; known after the first row. */
    TimeFormat format() {
        return format;
    }

    String column() {
        return column;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
