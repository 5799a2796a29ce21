package io.twohop.transport.chronicle;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Size;
import io.twohop.config.Values;
import io.twohop.transport.RunContext;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The keys of a Chronicle transport file.
 */
public record ChronicleConfig(
        @Help("directory that the queues are created in; the run's private directory by default")
        String path,

        @Help(
                "time after which a queue rolls to its next file; none by default if the run's messages fit, else 1s to 1m")
        String rollCycle,

        @Help("size of a file's mapped blocks; chosen to fit the messages by default")
        Size blockSize,

        @Help("completion of a publish: in the queue, in a ring buffer, or on disk; queue by default")
        Writing mode,

        @Help("number of messages per sync to disk, in mode sync; 1 by default")
        Integer syncEvery,

        @Help("size of each publisher's ring buffer, in mode async; 16MiB by default")
        Size ringBytes,

        @Help("number of blocks that a thread allocates, maps and touches ahead of each publisher; 0 by default")
        Integer blocksAhead) {
    private static final int MIN_BLOCK_BYTES = 1 << 20;
    private static final int MIN_RING_BYTES = 64 << 10;
    private static final int USUAL_BLOCK_BYTES = 8 << 20;
    private static final int MAX_BLOCK_BYTES = 64 << 20;

    /** Number of messages per block if the block size is chosen for them. */
    private static final int MESSAGES_OF_A_BLOCK = 8;

    /**
     * Minimum number of messages per block: with fewer, a signal kills the JVM (seen with 15 MiB in blocks of 8 MiB).
     */
    private static final int FEWEST_OF_A_BLOCK = 2;

    private static final int DEFAULT_RING_BYTES = 16 << 20;
    private static final int MOST_AHEAD = 16;

    public enum Writing {
        /** The message is in the queue's memory-mapped file. */
        QUEUE,
        /** The message is in a ring buffer, from which a thread appends to the queue. */
        ASYNC,
        /** The message, or every n-th, is on the disk. */
        SYNC
    }

    public ChronicleConfig {
        if (rollCycle != null) {
            RollCycleNames.check(rollCycle);
        }
        mode = Objects.requireNonNullElse(mode, Writing.QUEUE);
        Given.of("blockSize", blockSize)
                .onlyIf(
                        size -> size.bytes() >= MIN_BLOCK_BYTES && Integer.bitCount(size.bytes()) == 1,
                        "a power of two from 1MiB to 64MiB");
        Values.absent("syncEvery", syncEvery, mode != Writing.SYNC, "it belongs to mode sync only");
        syncEvery = Objects.requireNonNullElse(syncEvery, 1);
        if (syncEvery < 1) {
            throw ConfigException.invalid("syncEvery", syncEvery, "at least 1 message");
        }
        Values.absent("ringBytes", ringBytes, mode != Writing.ASYNC, "it belongs to mode async only");
        ringBytes = Objects.requireNonNullElseGet(ringBytes, () -> new Size(DEFAULT_RING_BYTES));
        if (ringBytes.bytes() < MIN_RING_BYTES || Integer.bitCount(ringBytes.bytes()) != 1) {
            throw ConfigException.invalid("ringBytes", ringBytes, "a power of two from 64KiB to 64MiB");
        }
        blocksAhead = Objects.requireNonNullElse(blocksAhead, 0);
        if (blocksAhead < 0 || blocksAhead > MOST_AHEAD) {
            throw ConfigException.invalid("blocksAhead", blocksAhead, "0 to " + MOST_AHEAD + " blocks");
        }
    }

    /**
     * Returns this configuration with a block size that fits the messages.
     *
     * @throws ConfigException if they do not fit the configured one
     */
    ChronicleConfig forMessagesOf(int mostBytes) {
        if (blockSize != null) {
            if ((long) FEWEST_OF_A_BLOCK * mostBytes > blockSize.bytes()) {
                throw ConfigException.invalid(
                        "blockSize", blockSize, "at least twice the largest message, which has " + new Size(mostBytes));
            }
            return this;
        }
        long wanted = (long) MESSAGES_OF_A_BLOCK * mostBytes;
        int chosen = USUAL_BLOCK_BYTES;
        while (chosen < wanted && chosen < MAX_BLOCK_BYTES) {
            chosen *= 2;
        }
        return with(rollCycle, new Size(chosen));
    }

    /** Returns this configuration with the roll cycle of that name. */
    ChronicleConfig rolling(String cycle) {
        return with(cycle, blockSize);
    }

    private ChronicleConfig with(String cycle, Size block) {
        return new ChronicleConfig(
                path,
                cycle,
                block,
                mode,
                mode == Writing.SYNC ? syncEvery : null,
                mode == Writing.ASYNC ? ringBytes : null,
                blocksAhead);
    }

    /** Whether the queues are kept in the run's private directory. */
    boolean isPrivate() {
        return path == null;
    }

    /** Returns the directory that the queues are kept below. */
    Path parent(RunContext context) {
        return isPrivate() ? context.dataDirectory() : Path.of(path);
    }
}
