package io.twohop.engine.trial;

import com.sun.management.ThreadMXBean;
import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.pipeline.Messages;
import io.twohop.result.CodecCost;
import io.twohop.result.CodecCost.Step;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Measures the cost of a run's codec by itself, in a second at most. The monitor's thread, while the others do not run. */
public final class CodecTrial {
    private static final long LONGEST_WARMUP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /**
     * Number of rounds without a gain after which a step is warm. A round gains if it is faster than this share of the fastest
     * before.
     */
    private static final int ROUNDS_WITHOUT_GAIN = 20;

    private static final double GAIN = 0.95;

    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int WARMUP_BATCHES = 64;
    private static final int BATCHES = 128;

    /** Messages in a batch, enough to make the clock reading negligible. */
    private static final int BATCH = 16;

    /** Limit on the bytes of a batch of messages to decode. */
    private static final int MOST_BYTES = 1 << 22;

    /** Messages whose mean size is reported: few messages of a distribution of sizes would not tell it. */
    private static final int SIZED = 4_096;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static int unseen;

    private CodecTrial() {}

    /**
     * Returns the cost of the codec; {@code null} if it cannot be measured: a source may have no more events, the process no
     * more memory.
     */
    public static CodecCost of(String name, int hops, Messages<?> messages) {
        try {
            return measure(name, hops, messages);
        } catch (RuntimeException | OutOfMemoryError e) {
            System.err.println("the codec could not be measured by itself: " + e);
            return null;
        }
    }

    private static <T> CodecCost measure(String name, int hops, Messages<T> messages) {
        Codec<T> encoder = messages.codecs().get();
        Codec<T> decoder = messages.codecs().get();
        EventSource<T> source = messages.type().source(0);
        int most = messages.type().maxBytes();
        ByteBuffer[] encoded = new ByteBuffer[Math.max(1, Math.min(BATCH, MOST_BYTES / Math.max(1, most)))];
        for (int i = 0; i < encoded.length; i++) {
            encoded[i] = ByteBuffer.allocateDirect(most).order(ByteOrder.nativeOrder());
            encoder.encode(source.next(i, i), encoded[i]);
            encoded[i].flip();
        }
        ByteBuffer out = ByteBuffer.allocateDirect(most).order(ByteOrder.nativeOrder());
        int sized = 0;
        long bytes = 0;
        long endNanos = System.nanoTime() + LONGEST_NANOS;
        while (sized < SIZED && (sized == 0 || System.nanoTime() - endNanos < 0)) {
            encoder.encode(source.next(sized, sized), out.clear());
            bytes += out.flip().remaining();
            sized++;
        }
        Step making = step(i -> source.next(i, i));
        Step both = step(i -> {
            encoder.encode(source.next(i, i), out.clear());
            return out;
        });
        Step decode = step(i -> decoder.decode(encoded[i % encoded.length].rewind()));
        // Each event is made again to have other values. The codec is not to blame for that.
        Step encode = new Step(
                Math.max(0, both.nanos() - making.nanos()),
                Math.max(0, both.allocatedBytes() - making.allocatedBytes()));
        return new CodecCost(name, hops, (double) bytes / sized, encode, decode);
    }

    private interface Work {
        Object once(int number);
    }

    /** Measures one step. After a run the codec is compiled; this trial's own code, and before a run the codec, still have to be. */
    private static Step step(Work work) {
        warmUp(work);
        double[] nanos = new double[BATCHES];
        long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        int count = batches(work, nanos, LONGEST_NANOS);
        allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - allocated;
        Arrays.sort(nanos, 0, count);
        return new Step(nanos[count / 2], (double) allocated / count / BATCH);
    }

    private static void warmUp(Work work) {
        double[] nanos = new double[WARMUP_BATCHES];
        double fastest = Double.POSITIVE_INFINITY;
        int without = 0;
        long startNanos = System.nanoTime();
        long leftNanos = LONGEST_WARMUP_NANOS;
        while (without < ROUNDS_WITHOUT_GAIN && leftNanos > 0) {
            int count = batches(work, nanos, leftNanos);
            Arrays.sort(nanos, 0, count);
            boolean gained = nanos[count / 2] < GAIN * fastest;
            fastest = gained ? nanos[count / 2] : fastest;
            without = gained ? 0 : without + 1;
            leftNanos = LONGEST_WARMUP_NANOS - (System.nanoTime() - startNanos);
        }
    }

    /** Runs batches while there is time, at least one, and returns their number. */
    private static int batches(Work work, double[] nanos, long longestNanos) {
        long endNanos = System.nanoTime() + longestNanos;
        int count = 0;
        int seen = 0;
        long before = System.nanoTime();
        while (count < nanos.length && (count == 0 || before - endNanos < 0)) {
            for (int i = 0; i < BATCH; i++) {
                // Used, so that the compiler cannot remove the work.
                seen += work.once(count * BATCH + i) == null ? 1 : 0;
            }
            long after = System.nanoTime();
            nanos[count++] = (double) (after - before) / BATCH;
            before = after;
        }
        unseen = seen;
        return count;
    }
}
