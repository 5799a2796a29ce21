package io.twohop.transport.rabbitmq;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A way to a server on this machine that can be cut and mended, as a network can. */
final class CutLine implements AutoCloseable {
    private final int target;
    private final ServerSocket entrance;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private volatile boolean isCut;

    CutLine(int target) throws IOException {
        this.target = target;
        this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    void cut() {
        isCut = true;
        open.forEach(CutLine::close);
        open.clear();
    }

    void mend() {
        isCut = false;
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
                start(() -> copy(client, server));
                start(() -> copy(server, client));
            } catch (IOException e) {
                // The server is away, or this is closed.
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
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
