package io.twohop.replay;

import io.airlift.compress.MalformedInputException;
import io.twohop.config.ConfigException;
import io.twohop.workload.ArrivalFile;
import io.twohop.workload.TimeFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The contents of a file of arrivals, found by reading all of it: a file with a bad line is refused before anything
 * runs.
 *
 * @param sha256 of its bytes, in hexadecimal
 * @param keys of its messages; empty where the arrivals name no column of them
 * @param sizes of their payloads; empty likewise
 */
public record FileScan(
        Path file,
        long bytes,
        String sha256,
        long rows,
        String column,
        TimeFormat format,
        long spanNanos,
        Optional<Keys> keys,
        Optional<Sizes> sizes) {
    /**
     * The keys of a file.
     *
     * @param topShare the part of all messages that the most frequent one has
     */
    public record Keys(int count, double topShare) {}

    /** The payloads of a file, in bytes; the mean is rounded up. */
    public record Sizes(int least, int mean, int most) {}

    /** Notified of each row. */
    @FunctionalInterface
    public interface Listener {
        /**
         * @param offsetNanos from the first row's time
         * @param line from 1
         */
        void row(long offsetNanos, long line);
    }

    /**
     * Reads the file.
     *
     * @throws ConfigException with the line of what cannot be replayed
     */
    public static FileScan of(ArrivalFile arrivals, Listener listener) {
        Path file = Path.of(arrivals.path());
        if (!Files.isRegularFile(file)) {
            throw ConfigException.invalid("arrivals.file", arrivals.path(), "a file that is there");
        }
        long line = 1;
        try (InputStream raw = Files.newInputStream(file)) {
            DigestInputStream digested = new DigestInputStream(raw, MessageDigest.getInstance("SHA-256"));
            KeyNumbers keys = new KeyNumbers();
            try (ArrivalRows rows = ArrivalRows.open(arrivals, keys, digested)) {
                int least = Integer.MAX_VALUE;
                int most = 0;
                long payload = 0;
                long count = 0;
                long first = 0;
                while (rows.next()) {
                    line = rows.line();
                    first = count == 0 ? rows.timeNanos() : first;
                    count++;
                    least = Math.min(least, rows.bytes());
                    most = Math.max(most, rows.bytes());
                    payload += rows.bytes();
                    long offset = rows.timeNanos() - first;
                    if (offset < 0) {
                        throw ConfigException.inFile(
                                file, line, rows.column(), "centuries after the first", "times nearer to each other");
                    }
                    listener.row(offset, line);
                }
                long span = rows.timeNanos() - first;
                if (count < 2 || span == 0) {
                    throw ConfigException.inFile(
                            file, line, "rows", count, "two or more, and not all at the same time");
                }
                // What follows the last packed byte belongs to the file as well.
                digested.transferTo(OutputStream.nullOutputStream());
                String sha256 =
                        HexFormat.of().formatHex(digested.getMessageDigest().digest());
                return new FileScan(
                        file,
                        Files.size(file),
                        sha256,
                        count,
                        rows.column(),
                        rows.format(),
                        span,
                        Optional.ofNullable(arrivals.key()).map(column -> new Keys(keys.count(), keys.topShare())),
                        arrivals.size() == null
                                ? Optional.empty()
                                : Optional.of(new Sizes(least, (int) ((payload + count - 1) / count), most)));
            }
        } catch (IOException | MalformedInputException e) {
            throw damaged(file, line, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static ConfigException damaged(Path file, long line, Exception cause) {
        return ConfigException.inFile(file, line, "file", "cut off or damaged: " + cause.getMessage(), "a whole file");
    }

    /** Returns the length of the file: one mean gap beyond its last row, after which a loop starts again. */
    public long lengthNanos(double speed) {
        return Replay.scaled(spanNanos + meanGapNanos(spanNanos, rows), speed);
    }

    public static long scaled(long offsetNanos, double speed) {
        return Replay.scaled(offsetNanos, speed);
    }

    /** Returns the mean gap, at least 1, so that a loop makes progress. */
    static long meanGapNanos(long spanNanos, long rows) {
        return Math.max(1, spanNanos / Math.max(1, rows - 1));
    }
}
