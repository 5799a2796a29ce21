package io.twohop.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a server on this machine that can be cut and mended, as a network can, or let nothing of one client through. */
public final class CutLine implements AutoCloseable {
    private static final int NEVER_HELD = -1;

    private final int target;
    private final ServerSocket entrance;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final Set<Integer> held = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean isCut;

    public CutLine(int target) throws IOException {
        this.target = target;
        this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public int port() {
        return entrance.getLocalPort();
    }

    public void cut() {
        isCut = true;
        open.forEach(CutLine::close);
        open.clear();
    }

    public void mend() {
        isCut = false;
    }

    /** Returns the number of connections so far. */
    public int connections() {
        return connections.get();
    }

    /**
     * Lets nothing more of what a client sends through.
     *
     * @param connection in the order in which they were made, from 0
     */
    public void hold(int connection) {
        held.add(connection);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cut-line");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket client = entrance.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                if (isCut) {
                    cut();
                }
                int number = connections.getAndIncrement();
                start(() -> copy(client, server, number));
                start(() -> copy(server, client, NEVER_HELD));
            } catch (IOException e) {
                // The server is away, or this is closed.
            }
        }
    }

    private void copy(Socket from, Socket to, int number) {
        byte[] bytes = new byte[1 << 14];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                if (!held.contains(number)) {
                    out.write(bytes, 0, length);
                }
            }
        } catch (IOException e) {
            // Cut.
        } finally {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        cut();
    }
}
