package io.twohop.transport.kit;

import io.twohop.config.Secrets;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Removes secrets from the log of a process that has ended. A server writes its log by itself, since a thread that copies it would
 * disturb the measuring ones.
 */
final class RedactedLog {
    private RedactedLog() {}

    /** Rewrites a log that has secrets; prints to standard error why it cannot. */
    static void rewrite(Path log) {
        Path next = log.resolveSibling(log.getFileName() + ".next");
        try {
            boolean changed = false;
            // ISO 8859-1 keeps the bytes of every log.
            try (BufferedReader in = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1);
                    BufferedWriter out = Files.newBufferedWriter(next, StandardCharsets.ISO_8859_1)) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    String text = new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
                    String redacted = Secrets.redact(text);
                    boolean same = redacted.equals(text);
                    changed |= !same;
                    out.write(
                            same
                                    ? line
                                    : new String(
                                            redacted.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
                    out.write('\n');
                }
            }
            if (changed) {
                Files.move(next, log, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            System.err.println("could not remove secrets from " + log + ": " + e);
        } finally {
            next.toFile().delete();
        }
    }
}
