package io.twohop.registry;

import io.airlift.compress.MalformedInputException;
import io.twohop.config.ConfigException;
import io.twohop.event.field.ColumnValues;
import io.twohop.replay.CsvColumn;
import io.twohop.workload.EventOptions;
import io.twohop.workload.FieldSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files that fields of a workload's messages have their values from. */
final class FieldColumns {
    private static final String KEY = "event.fields.";

    private FieldColumns() {}

    /** Returns the options with the absolute path of each file and the digest of its bytes. */
    static EventOptions found(EventOptions event, String source) {
        Map<String, FieldSource> found = new LinkedHashMap<>(event.fields());
        found.replaceAll((place, field) -> field.isColumn() ? found(place, field, source) : field);
        return event.from(found);
    }

    private static FieldSource found(String place, FieldSource field, String source) {
        Path file = Events.beside(source, field.file());
        return field.at(file, digest(place, file, field.sha256()));
    }

    /** Returns the values of each field that has those of a file. */
    static Map<String, ColumnValues> read(EventOptions event) {
        Map<String, ColumnValues> columns = new LinkedHashMap<>();
        event.fields().forEach((place, field) -> {
            if (field.isColumn()) {
                digest(place, field.file(), field.sha256());
                columns.put(place, read(place, field));
            }
        });
        return columns;
    }

    private static ColumnValues read(String place, FieldSource field) {
        try {
            CsvColumn column = CsvColumn.read(field.file(), field.column(), field.form());
            return new ColumnValues(field.file(), field.column(), column.bytes(), column.width(), column.lines());
        } catch (IOException | MalformedInputException e) {
            throw unreadable(place, field.file(), e);
        }
    }

    /** @param expected {@code null} for any digest */
    private static String digest(String place, Path file, String expected) {
        try {
            if (!Files.isRegularFile(file)) {
                throw new NoSuchFileException(file.toString());
            }
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            String digest = HexFormat.of().formatHex(sha256.digest());
            if (expected != null && !expected.equals(digest)) {
                throw ConfigException.invalid(
                        KEY + place + ".file",
                        file,
                        "the bytes of sha256, " + expected + "; these have " + digest
                                + ". Restore them, or leave sha256 out");
            }
            return digest;
        } catch (IOException e) {
            throw unreadable(place, file, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has it", e);
        }
    }

    private static ConfigException unreadable(String place, Path file, Exception e) {
        return ConfigException.invalid(KEY + place + ".file", file, "a CSV file that can be read: " + e);
    }
}
