package io.twohop.transport.aeron.driver;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;

/**
 * Sizes of receive buffers that this machine allows. Linux charges a datagram by the kernel memory it occupies, so the
 * default size holds few small messages.
 */
final class SocketBuffers {
    /** The size that Aeron's own benchmarks request. */
    private static final int WANTED_BYTES = 2 << 20;

    /** Leaves it to the system. */
    private static final int USUAL = 0;

    private SocketBuffers() {}

    /** Returns the requested size, or what this machine allows of it. */
    static int receiveBytes() {
        try (DatagramChannel socket = DatagramChannel.open()) {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, WANTED_BYTES);
            return Math.min(WANTED_BYTES, socket.getOption(StandardSocketOptions.SO_RCVBUF));
        } catch (IOException e) {
            return USUAL;
        }
    }
}
