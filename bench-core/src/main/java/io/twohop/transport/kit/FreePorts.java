package io.twohop.transport.kit;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of loopback that nobody listens on at the moment of asking. They lie below those that systems give to outgoing
 * connections (32768 on Linux, 49152 on macOS and Windows): a client's connection would take one before its server
 * starts, or while a fault has it stopped.
 */
public final class FreePorts {
    static final int FIRST = 20_000;
    static final int END = 32_768;

    private static final int LOOPBACK_MILLIS = 1_000;

    private FreePorts() {}

    /**
     * Distinct ports: all are held until the last one is found.
     *
     * @throws IOException if fewer are free
     */
    public static List<Integer> take(int count) throws IOException {
        return take(count, FIRST, END);
    }

    /** What would start there would wait for itself. */
    private static void checkLoopback() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        NetworkInterface device = NetworkInterface.getByInetAddress(loopback);
        if (device == null || !device.isUp()) {
            try (ServerSocket server = new ServerSocket(0, 1, loopback);
                    Socket client = new Socket()) {
                client.connect(server.getLocalSocketAddress(), LOOPBACK_MILLIS);
            } catch (IOException e) {
                throw new IOException(
                        "the loopback interface does not work: " + e.getMessage() + "; ip link set lo up", e);
            }
        }
    }

    /** The search begins anywhere, so that processes that ask at the same time get different ones. */
    static List<Integer> take(int count, int first, int end) throws IOException {
        checkLoopback();
        int size = end - first;
        int start = ThreadLocalRandom.current().nextInt(size);
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < size && held.size() < count; i++) {
                int port = first + (start + i) % size;
                try {
                    held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                } catch (BindException e) {
                    continue; // Somebody's.
                }
            }
            if (held.size() < count) {
                throw new IOException("ports " + first + " to " + (end - 1) + " of loopback: " + held.size()
                        + " free (expected: " + count + ")");
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }
}
