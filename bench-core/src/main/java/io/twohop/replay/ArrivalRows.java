package io.twohop.replay;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.workload.Arrivals;
import io.twohop.workload.TimeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The rows of a file of arrivals, in their order: each later than the one before, or at the same time. One thread. */
final class ArrivalRows implements AutoCloseable {
    private static final int TIME = 0;
    private static final int PRODUCER = 1;
    private static final int MOST_DIGITS = 9;

    private final Path file;
    private final InputStream in;
    private final CsvRows rows;
    private final String column;
    private final boolean hasProducers;
    private final String producerColumn;
    private TimeFormat format;
    private long timeNanos;
    private long beforeLine;
    private int producer;

    private ArrivalRows(Path file, InputStream in, Arrivals arrivals) throws IOException {
        this.file = file;
        this.in = in;
        rows = new CsvRows(file, in);
        column = arrivals.column() == null ? rows.names().get(0) : arrivals.column();
        producerColumn = arrivals.producer();
        hasProducers = producerColumn != null;
        rows.choose(hasProducers ? List.of(column, producerColumn) : List.of(column));
        format = arrivals.unit();
    }

    /** Opens the file; what cannot be read is a {@link ConfigException} with the line. */
    static ArrivalRows open(Arrivals arrivals) throws IOException {
        Path file = Path.of(arrivals.file());
        try {
            return open(arrivals, Files.newInputStream(file));
        } catch (NoSuchFileException e) {
            throw ConfigException.invalid("arrivals.file", file, "a file that is there");
        }
    }

    /** @param raw the file's bytes, as they are packed; closed with this */
    static ArrivalRows open(Arrivals arrivals, InputStream raw) throws IOException {
        Path file = Path.of(arrivals.file());
        try {
            return new ArrivalRows(file, PackedFile.unpacked(file, raw), arrivals);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /** Goes on to the next row; false at the end. */
    boolean next() throws IOException {
        long before = timeNanos;
        if (!rows.next()) {
            return false;
        }
        timeNanos = time();
        if (beforeLine != 0 && timeNanos < before) {
            throw error(column, rows.text(TIME), "no earlier time than in line " + beforeLine);
        }
        beforeLine = rows.line();
        if (hasProducers) {
            producer = number();
        }
        return true;
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
        long nanos = TimeText.nanos(text, length, format);
        if (nanos == TimeText.INVALID) {
            String unit = format == TimeFormat.ISO ? "as ISO 8601 has it" : "in " + Enums.text(format);
            throw error(column, rows.text(TIME), "a time " + unit);
        }
        return nanos;
    }

    private int number() {
        byte[] text = rows.field(PRODUCER);
        int length = rows.length(PRODUCER);
        int number = 0;
        boolean digits = length > 0 && length <= MOST_DIGITS;
        for (int i = 0; i < length && digits; i++) {
            digits = text[i] >= '0' && text[i] <= '9';
            number = 10 * number + text[i] - '0';
        }
        if (!digits) {
            throw error(producerColumn, length == 0 ? null : rows.text(PRODUCER), "a producer's number, from 0");
        }
        return number;
    }

    private ConfigException error(String name, Object value, String expected) {
        return ConfigException.inFile(file, rows.line(), name, value, expected);
    }

    /** Nanoseconds from wherever the file counts them. */
    long timeNanos() {
        return timeNanos;
    }

    /** As the file has it; 0 where it has none. */
    int producer() {
        return producer;
    }

    /** From 1, the header included. */
    long line() {
        return rows.line();
    }

    /** How its times are written; known after the first row. */
    TimeFormat format() {
        return format;
    }

    /** The column of times. */
    String column() {
        return column;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
