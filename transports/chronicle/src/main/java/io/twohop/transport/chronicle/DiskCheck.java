package io.twohop.transport.chronicle;

import io.twohop.config.Texts;
import io.twohop.transport.PlannedBacklog;
import io.twohop.transport.RunContext;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Estimates what a run writes, chooses the roll cycle for it, and rejects a disk that cannot hold it: writing to a
 * memory-mapped file on a full disk kills the JVM (SIGBUS).
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

    /** Roll cycles to choose from: the fewer rolls, the better. */
    private static final List<String> CYCLES = List.of(RollCycleNames.NONE, "1m", "10s", "5s", "2s", "1s");

    /** A roll within the run is likely enough if the cycle has at most this many times the run's length. */
    private static final int RUNS_PER_ROLL = 10;

    private DiskCheck() {}

    /**
     * Returns the configuration with a roll cycle: its own, or the longest whose files fit into
     * {@link #share their share} of the free space.
     */
    static ChronicleConfig withCycle(ChronicleConfig config, RunContext context) {
        return withCycle(config, context, usableBytes(config, context));
    }

    static ChronicleConfig withCycle(ChronicleConfig config, RunContext context, long usableBytes) {
        if (config.rollCycle() != null) {
            return config;
        }
        List<ChronicleConfig> all = CYCLES.stream().map(config::rolling).toList();
        return all.stream()
                .filter(each -> MARGIN * estimateBytes(each, context) <= share(usableBytes))
                .findFirst()
                .orElse(all.get(all.size() - 1));
    }

    /** Returns how much of the free space queues may fill before they delete anything: half, the rest is others'. */
    static long share(long usableBytes) {
        return usableBytes / 2;
    }

    /** @param config with a roll cycle */
    static void check(ChronicleConfig config, RunContext context) {
        check(config, context, estimateBytes(config, context), usableBytes(config, context));
    }

    /**
     * Rejects a disk that cannot hold a backlog as well: no file of it is deleted before its messages are read.
     *
     * @param config with a roll cycle
     */
    static void checkBacklog(ChronicleConfig config, RunContext context, PlannedBacklog backlog) {
        checkBacklog(config, context, backlog, usableBytes(config, context));
    }

    static void checkBacklog(ChronicleConfig config, RunContext context, PlannedBacklog backlog, long usableBytes) {
        boolean keepsAll = config.rollCycle().equals(RollCycleNames.NONE);
        double ofBacklog = backlog.bytes() + (double) backlog.messages() * OVERHEAD_BYTES;
        check(config, context, estimateBytes(config, context) + (keepsAll ? 0 : ofBacklog), usableBytes);
    }

    private static void check(ChronicleConfig config, RunContext context, double estimateBytes, double free) {
        double needed = MARGIN * estimateBytes;
        if (free < needed) {
            throw new TransportException(Texts.format(
                    "path: %s has %.1f GB free (expected: %.1f GB, what this run needs); give another with"
                            + " -Dtransport.path=..., a shorter -Dtransport.rollCycle, rate or duration",
                    config.parent(context), free / GIGABYTE, needed / GIGABYTE));
        }
    }

    /**
     * Rejects a disk that cannot hold the requests of a run in a queue of the user's, and all their replies, each of their size.
     *
     * @param config with a block size
     */
    static void checkExisting(Path queue, long usableBytes, ChronicleConfig config, RunContext context) {
        double ofMessages =
                (double) context.traffic().messages() * (context.traffic().typicalMessageBytes() + OVERHEAD_BYTES);
        double replies = Math.max(1, context.channels().existingReplies());
        double needed =
                MARGIN * ofMessages * (1 + replies) + 2.0 * config.blockSize().bytes();
        if (usableBytes < needed) {
            throw new TransportException(Texts.format(
                    "queue %s has %.1f GB of free disk (expected: %.1f GB, for the requests of this run and replies of their"
                            + " size; a full disk would kill the service too); free some, or lower rate or duration",
                    queue, usableBytes / GIGABYTE, needed / GIGABYTE));
        }
    }

    private static long usableBytes(ChronicleConfig config, RunContext context) {
        Path path = config.parent(context);
        try {
            return Space.usableBytes(path);
        } catch (IOException e) {
            throw new TransportException(
                    "path: " + path + " (expected: a directory to write to; " + Texts.reason(e) + ")", e);
        }
    }

    /** @param config with a roll cycle */
    static double estimateBytes(ChronicleConfig config, RunContext context) {
        double bytesPerMessage = context.traffic().typicalMessageBytes() + OVERHEAD_BYTES;
        double cycleSeconds = RollCycleNames.length(config.rollCycle()).toSeconds();
        double ratePerSecond = context.traffic().ratePerSecond() > 0
                ? context.traffic().ratePerSecond()
                : FASTEST_BYTES / bytesPerMessage;
        double messagesKept = Math.min(context.traffic().messages(), FILES_KEPT * cycleSeconds * ratePerSecond);
        double blocks = (2.0 + config.blocksAhead()) * config.blockSize().bytes()
                + context.channels().topics() * TOPIC_BYTES;
        return context.channels().hops() * (messagesKept * bytesPerMessage + blocks);
    }

    /** Returns whether a run is likely to roll, with a roll cycle. */
    static boolean mayRoll(ChronicleConfig config, RunContext context) {
        if (config.rollCycle().equals(RollCycleNames.NONE)) {
            return false;
        }
        double seconds =
                context.traffic().messages() / Math.max(1, context.traffic().ratePerSecond());
        return RollCycleNames.length(config.rollCycle()).toSeconds() <= RUNS_PER_ROLL * seconds;
    }
}
