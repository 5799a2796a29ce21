package io.twohop.transport.kit;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

    /** More than servers of one run have. */
    private static final int REMEMBERED = 200;

    /**
     * One for each port that was given lately, the oldest first: a datagram socket of the same number. It keeps no server from
     * listening, other processes see it, and it ends with this process.
     */
    private static final Deque<DatagramSocket> MARKS = new ArrayDeque<>();

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

    /**
     * What was given lately, here or to another process, may be of a server that does not listen yet, or that a fault has
     * stopped. It is given again by this process once all others are in use.
     */
    static synchronized List<Integer> take(int count, int first, int end) throws IOException {
        checkLoopback();
        List<ServerSocket> held = new ArrayList<>();
        List<DatagramSocket> marks = new ArrayList<>();
        try {
            hold(held, marks, count, first, end);
            if (held.size() < count) {
                forget(0);
                hold(held, marks, count, first, end);
            }
            if (held.size() < count) {
                marks.forEach(DatagramSocket::close);
                throw new IOException("ports " + first + " to " + (end - 1) + " of loopback: " + held.size()
                        + " free (expected: " + count + ")");
            }
            MARKS.addAll(marks);
            forget(REMEMBERED);
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : held) {
                socket.close();
            }
        }
    }

    private static void hold(List<ServerSocket> held, List<DatagramSocket> marks, int count, int first, int end)
            throws IOException {
        int size = end - first;
        int start = ThreadLocalRandom.current().nextInt(size);
        for (int i = 0; i < size && held.size() < count; i++) {
            int port = first + (start + i) % size;
            DatagramSocket mark = null;
            try {
                mark = new DatagramSocket(port, InetAddress.getLoopbackAddress());
                held.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                marks.add(mark);
            } catch (BindException e) {
                // Somebody's.
                if (mark != null) {
                    mark.close();
                }
            }
        }
    }

    private static void forget(int kept) {
        while (MARKS.size() > kept) {
            MARKS.remove().close();
        }
    }
}
