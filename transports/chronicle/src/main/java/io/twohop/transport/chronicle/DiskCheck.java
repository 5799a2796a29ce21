package io.twohop.transport.chronicle;

import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Estimates what a run writes and refuses a disk that cannot hold it. A memory-mapped file on a full disk kills the JVM
 * (SIGBUS) instead of throwing, so this has to be known before.
 */
final class DiskCheck {
    /** The document's header, its share of the index, and padding. */
    private static final int OVERHEAD_BYTES = 16;

    /** The file being written, the one being read, and one that waits to be deleted. */
    private static final int FILES_KEPT = 3;

    /** On top of the estimate, so that the machine is not filled to the brim. */
    private static final double MARGIN = 1.2;

    /** What a closed loop is assumed to write in a second at most. */
    private static final double FASTEST_BYTES = 1e9;

    /** What each queue takes before its first message: the index, the beginning of the file. */
    private static final double TOPIC_BYTES = 1 << 20;

    private static final double GIGABYTE = 1e9;

    private DiskCheck() {}

    static void check(ChronicleConfig config, RunContext context) {
        double needed = MARGIN * estimateBytes(config, context);
        Path path = config.path() == null ? context.dataDirectory() : Path.of(config.path());
        try {
            FileStore disk = Files.getFileStore(existing(path.toAbsolutePath()));
            double free = disk.getUsableSpace();
            if (free < needed) {
                throw new TransportException(String.format(
                        Locale.ROOT,
                        "path: %s has %.1f GB free (expected: %.1f GB, what this run needs); give another with"
                                + " -Dtransport.path=..., a shorter -Dtransport.rollCycle, rate or duration",
                        path,
                        free / GIGABYTE,
                        needed / GIGABYTE));
            }
        } catch (IOException e) {
            throw new TransportException("path: " + path + " (expected: a directory to write to): " + e, e);
        }
    }

    static double estimateBytes(ChronicleConfig config, RunContext context) {
        double bytesPerMessage = context.traffic().typicalMessageBytes() + OVERHEAD_BYTES;
        double cycleSeconds = RollCycleNames.length(config.rollCycle()).toSeconds();
        double ratePerSecond = context.traffic().ratePerSecond() > 0
                ? context.traffic().ratePerSecond()
                : FASTEST_BYTES / bytesPerMessage;
        double messagesKept = Math.min(context.traffic().messages(), FILES_KEPT * cycleSeconds * ratePerSecond);
        double blocks = 2.0 * config.blockSize().bytes() + context.channels().topics() * TOPIC_BYTES;
        return context.channels().hops() * (messagesKept * bytesPerMessage + blocks);
    }

    /** The nearest directory that is there already. */
    private static Path existing(Path path) {
        Path up = path;
        while (!Files.isDirectory(up) && up.getParent() != null) {
            up = up.getParent();
        }
        return up;
    }
}
