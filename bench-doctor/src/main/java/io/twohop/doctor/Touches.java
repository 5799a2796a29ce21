package io.twohop.doctor;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.agrona.concurrent.NanoClock;

/**
 * Times of the first touches of a mapped file, like those of a growing queue.
 *
 * @param blockNanos median of the first touch of a block of {@link #BLOCK_BYTES}
 * @param limitedNanos the same where the file ends after {@link #LIMITED_BYTES}, so that no more can be read ahead
 * @param pageNanos mean of the other pages of a block
 * @param againNanos longest touch of pages that are in memory
 * @param writtenNanos the same while the file is written to its device
 */
record Touches(long blockNanos, long limitedNanos, long pageNanos, long againNanos, long writtenNanos) {
    static final int BLOCK_BYTES = 8 << 20;
    static final int LIMITED_BYTES = 128 << 10;
    private static final int PAGE_BYTES = 4_096;
    private static final int BLOCKS = 5;

    /** Measures touches, which takes a fraction of a second and 40 MiB in the directory meanwhile. */
    static Touches in(Path directory, NanoClock clock) throws IOException {
        long[] limited = new long[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            limited[i] = inFile(directory, LIMITED_BYTES, file -> first(file, 0, clock));
        }
        return inFile(directory, (long) BLOCKS * BLOCK_BYTES, file -> touches(file, median(limited), clock));
    }

    private interface Use<T> {
        T of(MappedByteBuffer file);
    }

    private static <T> T inFile(Path directory, long bytes, Use<T> use) throws IOException {
        Path file = Files.createTempFile(directory, "twohop-doctor-", ".map");
        // Ctrl-C skips the finally block.
        file.toFile().deleteOnExit();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return use.of(channel.map(MapMode.READ_WRITE, 0, bytes));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Touches touches(MappedByteBuffer file, long limitedNanos, NanoClock clock) {
        long[] blocks = new long[BLOCKS];
        long pagesNanos = 0;
        for (int block = 0; block < BLOCKS; block++) {
            blocks[block] = first(file, block * BLOCK_BYTES, clock);
            long before = clock.nanoTime();
            for (int at = PAGE_BYTES; at < BLOCK_BYTES; at += PAGE_BYTES) {
                file.put(block * BLOCK_BYTES + at, (byte) 1);
            }
            pagesNanos += clock.nanoTime() - before;
        }
        long againNanos = longest(file, clock);
        Thread writer = new Thread(file::force, "doctor-write-back");
        writer.start();
        long writtenNanos = 0;
        do {
            writtenNanos = Math.max(writtenNanos, longest(file, clock));
        } while (writer.isAlive());
        return new Touches(
                median(blocks),
                limitedNanos,
                pagesNanos / (BLOCKS * (BLOCK_BYTES / PAGE_BYTES - 1)),
                againNanos,
                writtenNanos);
    }

    private static long first(MappedByteBuffer file, int at, NanoClock clock) {
        long before = clock.nanoTime();
        file.put(at, (byte) 1);
        return clock.nanoTime() - before;
    }

    private static long longest(MappedByteBuffer file, NanoClock clock) {
        long longest = 0;
        for (int at = 0; at < file.capacity(); at += PAGE_BYTES) {
            longest = Math.max(longest, first(file, at, clock));
        }
        return longest;
    }

    private static long median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
