package io.twohop.account;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Histograms as bytes: a second's worth is a few kilobytes instead of the 271 KB it takes as an object. */
public final class Histograms {
    /** Latencies above an hour are recorded as an hour. */
    public static final long HIGHEST_NANOS = 3_600_000_000_000L;

    /** Three significant digits: percentiles are within 0.1 % of the exact value. */
    public static final int DIGITS = 3;

    private Histograms() {}

    /** An empty histogram of the range and precision that measured latencies are kept in. */
    public static Histogram newHistogram() {
        return new Histogram(HIGHEST_NANOS, DIGITS);
    }

    /** Encodes in HdrHistogram's own V2 format, uncompressed. */
    public static byte[] encode(Histogram histogram, ByteBuffer scratch) {
        scratch.clear();
        int length = histogram.encodeIntoByteBuffer(scratch);
        return Arrays.copyOf(scratch.array(), length);
    }

    /** A heap buffer large enough to encode any of the measured histograms. */
    public static ByteBuffer newScratch() {
        return ByteBuffer.allocate(newHistogram().getNeededByteBufferCapacity());
    }

    /** The histogram that {@link #encode} encoded. */
    public static Histogram decode(byte[] encoded) {
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), HIGHEST_NANOS);
    }
}
