package io.twohop.transport.loopback;

import io.twohop.transport.MessageHandler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A bounded ring of message slots between one publishing and one consuming thread.
 *
 * <p>A slot says by its own stamp that it is full, in the cache line that the message begins in, so that a message costs
 * the consumer no line more than its bytes. Slots are given back a batch at a time, and the publisher looks at how far
 * the consumer is only when the ring seems full: under load the threads hardly touch each other's lines.
 */
final class LoopbackRing {
    private static final int CACHE_LINE_BYTES = 64;
    private static final int LONGS_PER_CACHE_LINE = CACHE_LINE_BYTES / Long.BYTES;
    private static final int MAX_BATCH = 32;

    private static final int LENGTH_OFFSET = Long.BYTES;
    private static final int HEADER_BYTES = 2 * Long.BYTES;
    private static final VarHandle STAMP = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    // Positions in an array of lines: each thread's own, and the consumer's as the publisher may see it.
    private static final int PUBLISHED = LONGS_PER_CACHE_LINE;
    private static final int FREE_UNTIL = LONGS_PER_CACHE_LINE + 1;
    private static final int CONSUMED = 3 * LONGS_PER_CACHE_LINE;

    private final int slotCount;
    private final int slotBytes;
    private final int mask;
    private final ByteBuffer slots;
    private final ByteBuffer readView;
    private final AtomicLongArray positions = new AtomicLongArray(5 * LONGS_PER_CACHE_LINE);

    /** @param slotCount a power of two */
    LoopbackRing(int slotCount, int maxMessageBytes) {
        this.slotCount = slotCount;
        slotBytes = (HEADER_BYTES + maxMessageBytes + CACHE_LINE_BYTES - 1) / CACHE_LINE_BYTES * CACHE_LINE_BYTES;
        mask = slotCount - 1;
        slots = ByteBuffer.allocateDirect(Math.multiplyExact(slotBytes, slotCount) + CACHE_LINE_BYTES)
                .alignedSlice(CACHE_LINE_BYTES)
                .order(ByteOrder.nativeOrder());
        readView = slots.duplicate().order(ByteOrder.nativeOrder());
        positions.setPlain(FREE_UNTIL, slotCount);
    }

    /** False when every slot is full; the publishing thread only. */
    boolean offer(ByteBuffer message) {
        int length = message.remaining();
        if (length > slotBytes - HEADER_BYTES) {
            throw new IllegalArgumentException(
                    "message: " + length + " B (expected: at most " + (slotBytes - HEADER_BYTES) + " B)");
        }
        long position = positions.getPlain(PUBLISHED);
        if (!hasRoom(position)) {
            return false;
        }
        int offset = (int) (position & mask) * slotBytes;
        slots.putInt(offset + LENGTH_OFFSET, length);
        slots.put(offset + HEADER_BYTES, message, message.position(), length);
        STAMP.setRelease(slots, offset, position + 1);
        positions.setPlain(PUBLISHED, position + 1);
        return true;
    }

    /** Whether a slot is free; the publishing thread only. */
    boolean hasRoom() {
        return hasRoom(positions.getPlain(PUBLISHED));
    }

    private boolean hasRoom(long position) {
        return position < positions.getPlain(FREE_UNTIL) || seeFreedSlots(position);
    }

    private boolean seeFreedSlots(long position) {
        long freeUntil = positions.getAcquire(CONSUMED) + slotCount;
        positions.setPlain(FREE_UNTIL, freeUntil);
        return position < freeUntil;
    }

    /** Hands over what is there, a batch at most; the consuming thread only. */
    int poll(MessageHandler handler) {
        long first = positions.getPlain(CONSUMED);
        long position = first;
        while (position - first < MAX_BATCH) {
            int offset = (int) (position & mask) * slotBytes;
            if ((long) STAMP.getAcquire(slots, offset) != position + 1) {
                break;
            }
            int start = offset + HEADER_BYTES;
            readView.limit(start + slots.getInt(offset + LENGTH_OFFSET)).position(start);
            handler.onMessage(readView);
            position++;
        }
        if (position > first) {
            positions.setRelease(CONSUMED, position);
        }
        return (int) (position - first);
    }
}
