package io.twohop.transport.tcp;

import io.twohop.transport.TransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes connections within this process. Connections of other processes are closed. */
final class Listener implements AutoCloseable {
    private static final int MOST_UNIX_BYTES = 107;

    private final ServerSocketChannel server;
    private final Path file;

    private Listener(ServerSocketChannel server, Path file) {
        this.server = server;
        this.file = file;
    }

    /** The two ends of a connection; neither blocks. */
    record Connection(SocketChannel near, SocketChannel far) {}

    /** Opens one at a free port of loopback. */
    static Listener tcp() throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new Listener(server, null);
    }

    /** Opens one in a private directory. */
    static Listener unix(Path directory) throws IOException {
        Path file = directory.resolve("tcp");
        int bytes = file.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_UNIX_BYTES) {
            throw new TransportException("sockets: unix: " + file + " has " + bytes + " bytes (expected: at most "
                    + MOST_UNIX_BYTES + "); use a shorter temporary directory");
        }
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(file));
        return new Listener(server, file);
    }

    SocketAddress address() throws IOException {
        return server.getLocalAddress();
    }

    Connection connect() throws IOException {
        SocketChannel near = SocketChannel.open(address());
        try {
            SocketChannel far = server.accept();
            // Another user of this machine may have connected to the port; the file is in a private directory.
            while (file == null && !far.getRemoteAddress().equals(near.getLocalAddress())) {
                far.close();
                far = server.accept();
            }
            if (file == null) {
                near.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            near.configureBlocking(false);
            far.configureBlocking(false);
            return new Connection(near, far);
        } catch (IOException e) {
            near.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
