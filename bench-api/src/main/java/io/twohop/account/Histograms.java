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

    private Histograms() {}

    /** Returns an empty histogram with the range and precision of all measured latencies. */
    public static Histogram newHistogram() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
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
