package io.twohop.transport.aeron;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** Byte buffers over messages in place, one for each log buffer, reused. The consuming thread only. */
final class Views {
    /** Maximum number of buffers kept, so that ended publications are released. */
    private static final int MOST = 64;

    private final ByteBuffer[] buffers = new ByteBuffer[MOST];
    private final ByteBuffer[] views = new ByteBuffer[MOST];
    private int size;
    private ByteBuffer lastBuffer;
    private ByteBuffer lastView;

    /** @param buffer over a direct byte buffer */
    ByteBuffer of(DirectBuffer buffer, int offset, int length) {
        ByteBuffer under = buffer.byteBuffer();
        if (under != lastBuffer) {
            find(under);
        }
        int start = buffer.wrapAdjustment() + offset;
        return lastView.limit(start + length).position(start);
    }

    private void find(ByteBuffer under) {
        lastBuffer = under;
        for (int i = 0; i < size; i++) {
            if (buffers[i] == under) {
                lastView = views[i];
                return;
            }
        }
        size = size == MOST ? 0 : size;
        lastView = under.duplicate().clear().order(ByteOrder.nativeOrder());
        buffers[size] = under;
        views[size++] = lastView;
    }
}
