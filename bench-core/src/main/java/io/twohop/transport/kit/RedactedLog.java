package io.twohop.transport.kit;

import io.twohop.config.Secrets;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Removes secrets from the log of a process that has ended. A server writes its log by itself, since a thread that copies it would
 * disturb the measuring ones. It writes to the run's private directory, so secrets of a run that is killed with its parent do not stay
 * in its result.
 */
public final class RedactedLog {
    /** A larger log loses its beginning. */
    static final long MOST_BYTES = 64L << 20;

    /** A longer line is left out: half of a secret at a cut would not be recognized. */
    static final int LINE_BYTES = 64 << 10;

    private RedactedLog() {}

    /**
     * Appends logs, without what this process knows as secrets, to those of the same names in a directory that others may read, and
     * deletes them. Other files, such as a driver's counters, replace those of an earlier run. Prints to standard error why it cannot.
     *
     * @param raw private directory of logs, whose processes have ended; may be absent
     * @param to directory of a result
     */
    public static void handOver(Path raw, Path to) {
        if (!Files.isDirectory(raw, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(raw)) {
            for (Path log : logs) {
                if (Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS)) {
                    append(log, to.resolve(log.getFileName()));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            sayLost(raw, e);
        }
    }

    private static void append(Path log, Path to) {
        boolean isLog = log.toString().endsWith(".log");
        try (FileChannel file = FileChannel.open(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long before = isLog ? file.size() : 0;
            file.truncate(before).position(before);
            try {
                OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file));
                copy(log, out);
                out.flush();
            } catch (IOException e) {
                // A part of a log looks like all of it.
                file.truncate(before);
                throw e;
            }
        } catch (IOException e) {
            sayLost(log, e);
            return;
        }
        log.toFile().delete();
    }

    /** Rewrites a log that has secrets or is too large, and to which nobody writes; prints to standard error why it cannot. */
    public static void rewrite(Path log) {
        if (!Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path next = log.resolveSibling(log.getFileName() + ".next");
        try {
            boolean changed;
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(next))) {
                changed = copy(log, out);
            }
            if (changed) {
                Files.move(next, log, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            sayKept(log, e);
        } finally {
            next.toFile().delete();
        }
    }

    /** Copies a log without secrets, and returns whether the copy differs. */
    private static boolean copy(Path log, OutputStream out) throws IOException {
        long dropped = Files.size(log) - MOST_BYTES;
        boolean changed = dropped > 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(log))) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            if (changed) {
                in.skipNBytes(dropped);
                readLine(in, line);
                out.write(("... " + dropped + " bytes before are left out\n").getBytes(StandardCharsets.UTF_8));
            }
            for (int end = readLine(in, line); end >= 0 || line.size() > 0; end = readLine(in, line)) {
                changed |= write(line, out);
                if (end >= 0) {
                    out.write(end);
                }
            }
        }
        return changed;
    }

    /**
     * Reads a line.
     *
     * @param into receives its first bytes, one more than the longest may have
     * @return the line's end; negative at the end of the file
     */
    private static int readLine(InputStream in, ByteArrayOutputStream into) throws IOException {
        into.reset();
        int next = in.read();
        while (next >= 0 && next != '\n') {
            if (into.size() <= LINE_BYTES) {
                into.write(next);
            }
            next = in.read();
        }
        return next;
    }

    /** Writes a line, and returns whether it was changed. */
    private static boolean write(ByteArrayOutputStream line, OutputStream out) throws IOException {
        if (line.size() > LINE_BYTES) {
            out.write("... a long line is left out".getBytes(StandardCharsets.UTF_8));
            return true;
        }
        String text = line.toString(StandardCharsets.UTF_8);
        String redacted = Secrets.redact(text);
        boolean changed = !redacted.equals(text);
        // Other lines keep their bytes, which need not be UTF-8.
        out.write(changed ? redacted.getBytes(StandardCharsets.UTF_8) : line.toByteArray());
        return changed;
    }

    private static void sayLost(Path log, Exception e) {
        System.err.println("could not keep " + log.getFileName() + ": " + e);
    }

    private static void sayKept(Path log, Exception e) {
        System.err.println("could not remove secrets from " + log + ": " + e);
    }
}
