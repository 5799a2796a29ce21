package io.twohop.transport.kit;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports of loopback, below those that systems assign to outgoing connections (32768 on Linux, 49152 on macOS and
 * Windows): a client's connection could take one of those before its server starts, or while a fault has stopped it.
 */
public final class FreePorts {
    static final int FIRST = 20_000;
    static final int END = 32_768;

    private static final int LOOPBACK_MILLIS = 1_000;

    /** Number of ports remembered, more than the servers of one run use. */
    private static final int REMEMBERED = 200;

    /**
     * Marks of recently returned ports, oldest first: a datagram socket with the same number. It keeps no server from
     * listening, other processes see it, and it ends with this process.
     */
    private static final Map<Integer, DatagramSocket> MARKS = new LinkedHashMap<>();

    private FreePorts() {}

    /**
     * Returns distinct ports; all are held until the last one is found.
     *
     * @throws IOException if too few are free
     */
    public static List<Integer> take(int count) throws IOException {
        return take(count, FIRST, END);
    }

    /** Checks the loopback address of IPv4, at which servers listen: without it, a server would wait for itself. */
    private static void checkLoopback() throws IOException {
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        NetworkInterface device = NetworkInterface.getByInetAddress(loopback);
        if (device == null || !device.isUp()) {
            try (ServerSocket server = new ServerSocket(0, 1, loopback);
                    Socket client = new Socket()) {
                client.connect(server.getLocalSocketAddress(), LOOPBACK_MILLIS);
            } catch (IOException e) {
                throw new IOException(
                        "127.0.0.1, at which servers listen, does not work: " + e.getMessage()
                                + "; ip link set lo up, ip address add 127.0.0.1/8 dev lo",
                        e);
            }
        }
    }

    /**
     * Returns ports from a range. A recently returned port may belong to a server that does not listen yet or is
     * stopped, so this process returns it again only once all others are in use.
     */
    static synchronized List<Integer> take(int count, int first, int end) throws IOException {
        checkLoopback();
        List<ServerSocket> held = new ArrayList<>();
        try {
            hold(held, count, first, end, Set.copyOf(MARKS.keySet()));
            hold(held, count, first, end, Set.of());
            if (held.size() < count) {
                throw new IOException("ports " + first + " to " + (end - 1) + " of loopback: " + held.size()
                        + " free (expected: " + count + ")");
            }
            forgetOldest();
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    private static void hold(List<ServerSocket> held, int count, int first, int end, Set<Integer> without)
            throws IOException {
        int size = end - first;
        int start = ThreadLocalRandom.current().nextInt(size);
        for (int i = 0; i < size && held.size() < count; i++) {
            int port = first + (start + i) % size;
            if (without.contains(port)) {
                continue;
            }
            try {
                held.add(hold(port));
            } catch (BindException e) {
                continue; // In use.
            }
        }
    }

    private static ServerSocket hold(int port) throws IOException {
        boolean isNew = !MARKS.containsKey(port);
        DatagramSocket mark = isNew ? new DatagramSocket(port, InetAddress.getLoopbackAddress()) : MARKS.get(port);
        try {
            ServerSocket server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
            MARKS.putIfAbsent(port, mark);
            return server;
        } catch (IOException e) {
            if (isNew) {
                mark.close();
            }
            throw e;
        }
    }

    private static void forgetOldest() {
        while (MARKS.size() > REMEMBERED) {
            MARKS.remove(MARKS.keySet().iterator().next()).close();
        }
    }
}
