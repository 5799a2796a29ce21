package io.twohop.transport.chronicle;

import io.twohop.config.Room;
import io.twohop.config.Texts;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Estimates what a run writes, and rejects a disk that cannot hold it: writing to a memory-mapped file on a full disk
 * kills the JVM (SIGBUS).
 */
final class DiskCheck {
    /** Bytes of the document's header, its share of the index, and padding. */
    private static final int OVERHEAD_BYTES = 16;

    /** Number of files kept: one being written, one being read, one to be deleted. */
    private static final int FILES_KEPT = 3;

    /** Factor on the estimate, which leaves the disk some room. */
    private static final double MARGIN = 1.2;

    /** Maximum bytes per second of a closed loop. */
    private static final double FASTEST_BYTES = 1e9;

    /** Bytes of a queue before its first message: the index and the start of the file. */
    private static final double TOPIC_BYTES = 1 << 20;

    private static final double GIGABYTE = 1e9;

    private DiskCheck() {}

    static void check(ChronicleConfig config, RunContext context) {
        double needed = MARGIN * estimateBytes(config, context);
        Path path = config.parent(context);
        try {
            FileStore disk = Files.getFileStore(Room.existing(path));
            double free = disk.getUsableSpace();
            if (free < needed) {
                throw new TransportException(Texts.format(
                        "path: %s has %.1f GB free (expected: %.1f GB, what this run needs); give another with"
                                + " -Dtransport.path=..., a shorter -Dtransport.rollCycle, rate or duration",
                        path, free / GIGABYTE, needed / GIGABYTE));
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
}
