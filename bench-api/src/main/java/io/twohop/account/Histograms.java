package io.twohop.account;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Encodes histograms: one second takes a few kilobytes instead of 271 KB as an object. */
public final class Histograms {
    /** Latencies above an hour are recorded as an hour. */
    public static final long HIGHEST_NANOS = 3_600_000_000_000L;

    /** Three significant digits: percentiles are within 0.1 % of the exact value. */
    public static final int DIGITS = 3;

    /** Values below this have a bucket each: the power of two that three significant digits need. */
    private static final int EXACT = 1 << 11;

    private static final int SHIFT_OF_EXACT = Long.numberOfLeadingZeros(EXACT - 1);
    private static final int BUCKETS_OF_DOUBLING = 10;

    /** Number of buckets up to {@link #HIGHEST_NANOS}. */
    public static final int BUCKETS = bucket(HIGHEST_NANOS) + 1;

    private Histograms() {}

    /** Returns an empty histogram with the range and precision of all measured latencies. */
    public static Histogram newHistogram() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
    }

    /**
     * Returns the bucket that counts a latency, from 0: the one that {@link Histogram} of this range and precision uses.
     *
     * @param nanos 0 to {@link #HIGHEST_NANOS}
     */
    public static int bucket(long nanos) {
        int shift = SHIFT_OF_EXACT - Long.numberOfLeadingZeros(nanos | EXACT - 1);
        return (shift << BUCKETS_OF_DOUBLING) + (int) (nanos >>> shift);
    }

    /** Returns the lowest latency that a bucket counts. */
    public static long lowestNanos(int bucket) {
        int shift = Math.max(0, (bucket >> BUCKETS_OF_DOUBLING) - 1);
        return (long) (bucket - (shift << BUCKETS_OF_DOUBLING)) << shift;
    }

    /** Encodes in HdrHistogram's own V2 format, uncompressed. */
    public static byte[] encode(Histogram histogram, ByteBuffer scratch) {
        scratch.clear();
        int length = histogram.encodeIntoByteBuffer(scratch);
        return Arrays.copyOf(scratch.array(), length);
    }

    /** Returns a heap buffer large enough to encode any of the measured histograms. */
    public static ByteBuffer newScratch() {
        return ByteBuffer.allocate(newHistogram().getNeededByteBufferCapacity());
    }

    /** Returns the histogram that {@link #encode} encoded. */
    public static Histogram decode(byte[] encoded) {
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), HIGHEST_NANOS);
    }
}
