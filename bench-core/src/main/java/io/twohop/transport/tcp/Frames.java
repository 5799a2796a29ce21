package io.twohop.transport.tcp;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/** Reads messages with their lengths before them. */
final class Frames {
    private static final int USUAL_BYTES = 64 << 10;

    private final SocketChannel channel;
    private final int maxMessageBytes;
    private final ByteBuffer bytes;
    private final ByteBuffer view;

    Frames(SocketChannel channel, int maxMessageBytes) {
        this.channel = channel;
        this.maxMessageBytes = maxMessageBytes;
        bytes = ByteBuffer.allocateDirect(Math.max(USUAL_BYTES, Integer.BYTES + maxMessageBytes))
                .order(ByteOrder.nativeOrder());
        view = bytes.duplicate().order(ByteOrder.nativeOrder());
    }

    /**
     * Reads once, and hands over every message that is complete.
     *
     * @return their number; -1 once the publisher has closed
     */
    int read(MessageHandler handler) throws IOException {
        int read = channel.read(bytes);
        if (read <= 0) {
            return read;
        }
        int count = 0;
        int start = 0;
        int end = bytes.position();
        while (end - start >= Integer.BYTES) {
            int length = bytes.getInt(start);
            if (length < 0 || length > maxMessageBytes) {
                throw new TransportException("message: " + length + " B (expected: at most " + maxMessageBytes + " B)");
            }
            int next = start + Integer.BYTES + length;
            if (next > end) {
                break;
            }
            view.limit(next).position(start + Integer.BYTES);
            handler.onMessage(view);
            start = next;
            count++;
        }
        if (start == end) {
            bytes.clear();
        } else if (start > 0) {
            bytes.position(start).limit(end);
            bytes.compact();
        }
        return count;
    }

    SocketChannel channel() {
        return channel;
    }
}
