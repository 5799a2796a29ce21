package io.twohop.pipeline.header;

import io.twohop.config.Texts;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Stamps each payload's length on its header, and a sample's checksums, and compares them on arrival. In a payload
 * above 4 KiB the checksum covers 4 KiB, which move through the payload with the sequence. For one thread.
 */
public final class PayloadSeal {
    /** One in this many payloads has its checksum compared, unless the run is slow. */
    public static final int SAMPLED = 64;

    /** Stands for a sample without any payload. */
    public static final int NONE = 0;

    private static final int MOST_BYTES = 4_096;

    /** Parts of the covered bytes. The checksum keeps a byte for each, so that a difference can be located. */
    private static final int BLOCKS = 4;

    private final long oneOf;

    /** The low bits of each sequence in the sample. No sequence has all bits set. */
    private final long sampled;

    private final CRC32C checksum = new CRC32C();

    /** @param oneOf so many payloads has its checksum compared, a power of two; 1 for all of them, {@link #NONE} for none */
    public PayloadSeal(int oneOf) {
        this.oneOf = oneOf;
        this.sampled = oneOf == NONE ? -1 : 0;
    }

    /** Returns whether a message is in the sample. */
    public boolean covers(long sequence) {
        return (sequence & oneOf - 1) == sampled;
    }

    /**
     * Stamps a message whose header was started and whose payload follows it, up to the limit.
     *
     * @param sum that starting the header returned
     * @return the sum with the payload
     */
    public long stamp(ByteBuffer message, long sequence, long sum) {
        int bytes = message.limit() - TraceHeader.BYTES;
        long digest = covers(sequence) ? digest(message, TraceHeader.BYTES, bytes, sequence) : 0;
        return TraceHeader.payload(message, bytes, digest, sum);
    }

    /**
     * Returns whether the compared parts of a payload match the stamp. Changes neither position nor limit.
     *
     * @param start index of the payload, behind its header
     */
    public boolean matches(ByteBuffer message, int start, int bytes, Trace trace) {
        return bytes == trace.payloadBytes()
                && (!covers(trace.sequence())
                        || digest(message, start, bytes, trace.sequence()) == trace.payloadDigest());
    }

    /** Returns the checksum in the upper half, and a byte of it after each block in the lower half. */
    private long digest(ByteBuffer in, int start, int bytes, long sequence) {
        int position = in.position();
        int limit = in.limit();
        int first = start + firstCovered(bytes, sequence);
        int covered = Math.min(bytes, MOST_BYTES);
        long blocks = 0;
        checksum.reset();
        for (int block = 0; block < BLOCKS; block++) {
            in.limit(first + endOf(block, covered)).position(first + endOf(block - 1, covered));
            checksum.update(in);
            blocks = blocks << Byte.SIZE | checksum.getValue() & 0xFF;
        }
        in.limit(limit).position(position);
        return checksum.getValue() << Integer.SIZE | blocks;
    }

    private static int endOf(int block, int covered) {
        return (block + 1) * covered / BLOCKS;
    }

    private int firstCovered(int bytes, long sequence) {
        if (bytes <= MOST_BYTES) {
            return 0;
        }
        long parts = (bytes + MOST_BYTES - 1) / MOST_BYTES;
        return (int) Math.min(Math.floorMod(sequence / oneOf, parts) * MOST_BYTES, bytes - MOST_BYTES);
    }

    /** Describes where a payload differs from its stamp. The parameters are those of {@link #matches}. */
    public String difference(ByteBuffer message, int start, int bytes, Trace trace) {
        int published = trace.payloadBytes();
        if (bytes != published) {
            return Texts.format(
                    "%,d bytes of payload, and %,d were published: offset %,d",
                    bytes, published, Math.min(bytes, published));
        }
        long differing = digest(message, start, bytes, trace.sequence()) ^ trace.payloadDigest();
        int block = Math.min(BLOCKS - 1, Integer.numberOfLeadingZeros((int) differing) / Byte.SIZE);
        int first = firstCovered(bytes, trace.sequence());
        int covered = Math.min(bytes, MOST_BYTES);
        return Texts.format(
                "the payload differs from offset %,d to %,d",
                first + endOf(block - 1, covered), first + endOf(block, covered) - 1);
    }
}
