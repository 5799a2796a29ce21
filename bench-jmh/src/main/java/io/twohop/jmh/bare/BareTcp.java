package io.twohop.jmh.bare;

import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Properties;
import java.util.function.Supplier;

/** Sockets of the loopback device, one per hop, which block until a message comes: each is its length and its bytes. */
final class BareTcp implements BareClient {
    private static final int WAIT_MILLIS = 10;
    private static final int BUFFER_BYTES = 64 << 10;

    @Override
    public boolean isSingleThreaded() {
        return false;
    }

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
                Socket generator = connect(server);
                Socket serviceIn = server.accept();
                Socket serviceOut = connect(server);
                Socket sink = server.accept()) {
            Frames requests = new Frames(serviceIn);
            Frames replies = new Frames(sink);
            OutputStream toService = generator.getOutputStream();
            OutputStream toSink = serviceOut.getOutputStream();
            BareCodec generatorCodec = new BareCodec(codecs.get());
            BareCodec requestCodec = new BareCodec(codecs.get());
            BareCodec replyCodec = new BareCodec(codecs.get());
            BareCodec sinkCodec = new BareCodec(codecs.get());
            load.run(
                    event -> send(toService, generatorCodec.encode(event)),
                    () -> {
                        byte[] request = requests.next();
                        if (request != null) {
                            send(toSink, replyCodec.encode(requestCodec.decode(request)));
                        }
                    },
                    () -> {
                        byte[] reply = replies.next();
                        if (reply != null) {
                            load.arrive(sinkCodec.decode(reply), System.nanoTime());
                        }
                    });
        }
    }

    private static Socket connect(ServerSocket server) throws IOException {
        Socket socket = new Socket(server.getInetAddress(), server.getLocalPort());
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static void send(OutputStream out, byte[] message) {
        try {
            out.write(ByteBuffer.allocate(Integer.BYTES + message.length)
                    .putInt(message.length)
                    .put(message)
                    .array());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The messages of a socket. */
    private static final class Frames {
        private final InputStream in;
        private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);

        Frames(Socket socket) throws IOException {
            socket.setSoTimeout(WAIT_MILLIS);
            in = socket.getInputStream();
        }

        /** Returns null if none came in time. */
        byte[] next() throws IOException {
            while (!isWhole()) {
                try {
                    int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
                    bytes.position(bytes.position() + Math.max(0, read));
                } catch (SocketTimeoutException e) {
                    return null;
                }
            }
            int end = Integer.BYTES + bytes.getInt(0);
            byte[] message = Arrays.copyOfRange(bytes.array(), Integer.BYTES, end);
            bytes.flip().position(end);
            bytes.compact();
            return message;
        }

        private boolean isWhole() {
            return bytes.position() >= Integer.BYTES && bytes.position() >= Integer.BYTES + bytes.getInt(0);
        }
    }
}
