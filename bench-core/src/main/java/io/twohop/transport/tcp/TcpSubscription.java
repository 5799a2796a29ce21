package io.twohop.transport.tcp;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reads the connections of all publishers. Connections are added before its thread polls. */
final class TcpSubscription implements Subscription {
    private final int maxMessageBytes;
    private final List<Frames> connections = new CopyOnWriteArrayList<>();
    private final Consumer<SelectionKey> ready = key -> read((Frames) key.attachment());

    /** Waits for a message; null if the consumer spins. */
    private final Selector selector;

    private MessageHandler handler;
    private int count;

    private TcpSubscription(int maxMessageBytes, Selector selector) {
        this.maxMessageBytes = maxMessageBytes;
        this.selector = selector;
    }

    static TcpSubscription blocking(int maxMessageBytes) throws IOException {
        return new TcpSubscription(maxMessageBytes, Selector.open());
    }

    static TcpSubscription spinning(int maxMessageBytes) {
        return new TcpSubscription(maxMessageBytes, null);
    }

    void add(SocketChannel channel) throws IOException {
        Frames frames = new Frames(channel, maxMessageBytes);
        connections.add(frames);
        if (selector != null) {
            channel.register(selector, SelectionKey.OP_READ, frames);
        }
    }

    @Override
    public int poll(MessageHandler itsHandler, long maxWaitNanos) {
        handler = itsHandler;
        count = 0;
        if (selector == null) {
            for (int i = 0; i < connections.size(); i++) {
                read(connections.get(i));
            }
        } else {
            select(maxWaitNanos);
        }
        return count;
    }

    private void select(long maxWaitNanos) {
        try {
            if (maxWaitNanos <= 0) {
                selector.selectNow(ready);
            } else {
                selector.select(ready, Math.max(1, TimeUnit.NANOSECONDS.toMillis(maxWaitNanos)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(Frames connection) {
        try {
            int messages = connection.read(handler);
            if (messages < 0) {
                connections.remove(connection);
                connection.channel().close();
            } else {
                count += messages;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            for (Frames connection : connections) {
                connection.channel().close();
            }
            if (selector != null) {
                selector.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.clear();
    }
}
