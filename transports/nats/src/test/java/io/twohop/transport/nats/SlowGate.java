package io.twohop.transport.nats;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a real server on which the first connection gets no answer. */
final class SlowGate implements AutoCloseable {
    private final ServerSocket gate = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final int server;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger ignored = new AtomicInteger();

    SlowGate(int server) throws IOException {
        this.server = server;
        start(this::accept);
    }

    int port() {
        return gate.getLocalPort();
    }

    int ignored() {
        return ignored.get();
    }

    private void accept() throws IOException {
        open.add(gate.accept());
        ignored.incrementAndGet();
        while (true) {
            Socket client = gate.accept();
            Socket behind = new Socket(InetAddress.getLoopbackAddress(), server);
            open.addAll(List.of(client, behind));
            start(() -> client.getInputStream().transferTo(behind.getOutputStream()));
            start(() -> behind.getInputStream().transferTo(client.getOutputStream()));
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Ends with its sockets. */
    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // Closed.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            gate.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
