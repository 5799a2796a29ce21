package io.twohop.transport.loopback;

import io.twohop.transport.MessageHandler;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A bounded ring of message slots between one publishing and one consuming thread. A slot is taken and given back by one
 * ordered store of its length; the threads share nothing else.
 */
final class LoopbackRing {
    private static final int LONGS_PER_CACHE_LINE = 8;
    private static final int MAX_BATCH = 32;
    private static final int EMPTY = 0;
    private static final VarHandle LENGTH = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int HEADER_BYTES = 8;

    private final int slotBytes;
    private final int mask;
    private final ByteBuffer slots;
    private final ByteBuffer writeView;
    private final ByteBuffer readView;
    // Each thread's own position, a cache line apart from the other's.
    private final AtomicLongArray positions = new AtomicLongArray(4 * LONGS_PER_CACHE_LINE);

    /** @param slotCount a power of two */
    LoopbackRing(int slotCount, int maxMessageBytes) {
        slotBytes = (HEADER_BYTES + maxMessageBytes + HEADER_BYTES - 1) / HEADER_BYTES * HEADER_BYTES;
        mask = slotCount - 1;
        slots = ByteBuffer.allocateDirect(Math.multiplyExact(slotBytes, slotCount))
                .order(ByteOrder.nativeOrder());
        writeView = slots.duplicate().order(ByteOrder.nativeOrder());
        readView = slots.duplicate().order(ByteOrder.nativeOrder());
    }

    /** False when every slot is full; the publishing thread only. */
    boolean offer(ByteBuffer message) {
        int length = message.remaining();
        if (length > slotBytes - HEADER_BYTES) {
            throw new IllegalArgumentException(
                    "message: " + length + " B (expected: at most " + (slotBytes - HEADER_BYTES) + " B)");
        }
        long position = positions.getPlain(LONGS_PER_CACHE_LINE);
        int offset = (int) (position & mask) * slotBytes;
        if ((int) LENGTH.getAcquire(slots, offset) != EMPTY) {
            return false;
        }
        writeView.put(offset + HEADER_BYTES, message, message.position(), length);
        LENGTH.setRelease(slots, offset, length);
        positions.setPlain(LONGS_PER_CACHE_LINE, position + 1);
        return true;
    }

    /** Hands over what is there, a batch at most; the consuming thread only. */
    int poll(MessageHandler handler) {
        long position = positions.getPlain(3 * LONGS_PER_CACHE_LINE);
        int count = 0;
        while (count < MAX_BATCH) {
            int offset = (int) (position & mask) * slotBytes;
            int length = (int) LENGTH.getAcquire(slots, offset);
            if (length == EMPTY) {
                break;
            }
            readView.limit(offset + HEADER_BYTES + length).position(offset + HEADER_BYTES);
            handler.onMessage(readView);
            LENGTH.setRelease(slots, offset, EMPTY);
            position++;
            count++;
        }
        positions.setPlain(3 * LONGS_PER_CACHE_LINE, position);
        return count;
    }
}
