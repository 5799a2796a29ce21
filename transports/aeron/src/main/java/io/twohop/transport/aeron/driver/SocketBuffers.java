package io.twohop.transport.aeron.driver;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;

/**
 * How large a receiving socket's buffer may be asked for. Linux counts a datagram by what it takes of the kernel, so that
 * the usual size holds fewer small ones than a publisher may send before it hears of the receiver again.
 */
final class SocketBuffers {
    /** What Aeron's own benchmarks ask for. */
    private static final int WANTED_BYTES = 2 << 20;

    /** Leaves it to the system. */
    private static final int USUAL = 0;

    private SocketBuffers() {}

    /** As much of that as this machine gives. */
    static int receiveBytes() {
        try (DatagramChannel socket = DatagramChannel.open()) {
            socket.setOption(StandardSocketOptions.SO_RCVBUF, WANTED_BYTES);
            return Math.min(WANTED_BYTES, socket.getOption(StandardSocketOptions.SO_RCVBUF));
        } catch (IOException e) {
            return USUAL;
        }
    }
}
