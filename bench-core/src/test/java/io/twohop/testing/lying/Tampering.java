package io.twohop.testing.lying;

import io.twohop.pipeline.header.Trace;
import io.twohop.pipeline.header.TraceHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A change of each message on its way.
 *
 * @param payload the change of the payload, none by default
 * @param intendedNanos by how much the intended time is moved; not at all by default
 * @param bit of the header that is flipped, from 0; none by default
 * @param stageNanos by how much the time at the hop's sender is moved; not at all by default
 * @param sealed whether the header's check is then made right again; false by default
 * @param every of each nth message; each by default
 */
public record Tampering(Payload payload, long intendedNanos, long stageNanos, Integer bit, boolean sealed, Long every) {
    /** Offset in the header. */
    private static final int INTENDED = 16;

    private static final int STAGE = 24;

    /** In the second half of a payload of 64 bytes. */
    private static final int FLIPPED_BYTE = 40;

    /** A change of the payload. */
    public enum Payload {
        /** Cuts the message after its header. */
        DROPPED,
        /** The last byte is missing. */
        CUT,
        /** One bit of one byte differs. */
        FLIPPED,
        /** Repeats the payload of the previous message. */
        SWAPPED
    }

    public Tampering {
        every = every == null ? 1 : every;
    }

    /** Does it; what it returns is the caller's. */
    ByteBuffer of(ByteBuffer message, ByteBuffer before, long number) {
        ByteBuffer changed = copy(message, message.remaining());
        if (number % every != 0) {
            return changed;
        }
        changed.putLong(INTENDED, changed.getLong(INTENDED) + intendedNanos);
        changed.putLong(STAGE, changed.getLong(STAGE) + stageNanos);
        if (bit != null) {
            flip(changed, bit / Byte.SIZE, bit % Byte.SIZE);
        }
        if (sealed) {
            seal(changed);
        }
        return payload == null ? changed : withPayload(changed, before);
    }

    private ByteBuffer withPayload(ByteBuffer changed, ByteBuffer before) {
        return switch (payload) {
            case DROPPED -> copy(changed, TraceHeader.BYTES);
            case CUT -> copy(changed, changed.remaining() - 1);
            case FLIPPED -> flip(changed, TraceHeader.BYTES + FLIPPED_BYTE, 0);
            case SWAPPED ->
                before == null
                        ? changed
                        : changed.put(
                                TraceHeader.BYTES, before, TraceHeader.BYTES, before.remaining() - TraceHeader.BYTES);
        };
    }

    /** Writes the header as a sender that trusts its fields. */
    private static void seal(ByteBuffer changed) {
        Trace trace = new Trace();
        trace.read(changed, 0);
        long started = TraceHeader.start(
                changed,
                changed.getInt(0),
                trace.producer(),
                trace.sequence(),
                trace.intendedNanos(),
                trace.stageNanos(),
                trace.key());
        long sum = TraceHeader.payload(changed, trace.payloadBytes(), trace.payloadDigest(), started);
        TraceHeader.onLane(changed, trace.sender(), trace.lane(), trace.number(), sum);
        changed.position(0);
    }

    private static ByteBuffer flip(ByteBuffer message, int at, int bit) {
        return message.put(at, (byte) (message.get(at) ^ 1 << bit));
    }

    private static ByteBuffer copy(ByteBuffer message, int bytes) {
        return ByteBuffer.allocateDirect(bytes)
                .order(ByteOrder.nativeOrder())
                .put(message.duplicate().limit(message.position() + bytes))
                .flip();
    }
}
