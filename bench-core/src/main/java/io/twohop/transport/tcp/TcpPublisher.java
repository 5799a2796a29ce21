package io.twohop.transport.tcp;

import io.twohop.transport.Publisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * Writes each message with its length before it, by one call of the kernel. A message that the kernel takes a part of is refused, and
 * the rest is written when it is offered again.
 */
final class TcpPublisher implements Publisher {
    private final SocketChannel channel;
    private final ByteBuffer frame;

    /** Whether the kernel has a part of the frame. */
    private boolean begun;

    TcpPublisher(SocketChannel channel, int maxMessageBytes) {
        this.channel = channel;
        this.frame = ByteBuffer.allocateDirect(Integer.BYTES + maxMessageBytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (!begun) {
            int length = message.remaining();
            frame.clear()
                    .putInt(length)
                    .put(Integer.BYTES, message, message.position(), length)
                    .position(0)
                    .limit(Integer.BYTES + length);
        }
        try {
            begun = channel.write(frame) > 0 || begun;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (frame.hasRemaining()) {
            return false;
        }
        begun = false;
        return true;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
