package io.twohop.doctor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Times of first uses of memory. A virtual machine's host may have to find a page that the machine has not used before,
 * or has given back: that takes it several times as long as one that it already has.
 *
 * @param pageNanos mean time of a page in the first piece
 * @param coldNanos mean time of a page in the slowest piece
 * @param coldAfterBytes bytes touched before the slowest piece
 * @param bytes bytes touched in all
 */
record NewMemory(long pageNanos, long coldNanos, long coldAfterBytes, long bytes) {
    private static final int PAGE_BYTES = 4_096;
    private static final int PIECE_BYTES = 64 << 20;
    private static final long MOST_NANOS = 1_500_000_000;
    private static final long MOST_BYTES = 4L << 30;

    /** Takes and frees memory piece by piece. */
    interface Memory {
        /** Takes and clears that many bytes; returns false if there are none. */
        boolean take(int bytes);
    }

    /**
     * Touches a quarter of the free memory, up to 4 GiB, for at most two seconds, and frees it.
     *
     * @param freeBytes memory that this process may still take
     */
    static NewMemory measure(long freeBytes, NanoClock clock) {
        List<ByteBuffer> taken = new ArrayList<>();
        NewMemory found = measure(freeBytes, clock, bytes -> {
            try {
                // The JVM clears it.
                return taken.add(ByteBuffer.allocateDirect(bytes));
            } catch (OutOfMemoryError e) {
                return false;
            }
        });
        taken.clear();
        // Only a collection frees direct buffers, and the next check would meet what is left.
        System.gc();
        return found;
    }

    static NewMemory measure(long freeBytes, NanoClock clock, Memory memory) {
        long most = Math.max(PIECE_BYTES, Math.min(MOST_BYTES, freeBytes / 4));
        NewMemory found = new NewMemory(0, 0, 0, 0);
        long startNanos = clock.nanoTime();
        long now = startNanos;
        while (found.bytes + PIECE_BYTES <= most && now - startNanos < MOST_NANOS) {
            if (!memory.take(PIECE_BYTES)) {
                return found;
            }
            long endNanos = clock.nanoTime();
            found = found.plus((endNanos - now) / (PIECE_BYTES / PAGE_BYTES));
            now = endNanos;
        }
        return found;
    }

    private NewMemory plus(long nanos) {
        boolean isSlowest = nanos > coldNanos;
        return new NewMemory(
                bytes == 0 ? nanos : pageNanos,
                isSlowest ? nanos : coldNanos,
                isSlowest ? bytes : coldAfterBytes,
                bytes + PIECE_BYTES);
    }
}
