package io.twohop.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Histograms as bytes: a second's worth is a few kilobytes instead of the 271 KB it takes as an object. */
public final class Histograms {
    private Histograms() {}

    /** Encodes in HdrHistogram's own V2 format, uncompressed. */
    public static byte[] encode(Histogram histogram, ByteBuffer scratch) {
        scratch.clear();
        int length = histogram.encodeIntoByteBuffer(scratch);
        return Arrays.copyOf(scratch.array(), length);
    }

    /** A heap buffer large enough to encode any of the measured histograms. */
    public static ByteBuffer newScratch() {
        return ByteBuffer.allocate(LatencyRecorder.newHistogram().getNeededByteBufferCapacity());
    }

    /** The histogram that {@link #encode} encoded. */
    public static Histogram decode(byte[] encoded) {
        return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(encoded), LatencyRecorder.HIGHEST_NANOS);
    }
}
