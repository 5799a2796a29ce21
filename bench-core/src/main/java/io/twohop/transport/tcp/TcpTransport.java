package io.twohop.transport.tcp;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection for each lane of each publisher to each group. */
final class TcpTransport implements Transport {
    private final TcpConfig config;
    private final int maxMessageBytes;
    private final Path directory;

    /** Consumers of each group, by channel. */
    private final Map<String, Map<String, List<TcpSubscription>>> subscribed = new HashMap<>();

    /** @param directory a private one */
    TcpTransport(TcpConfig config, int maxMessageBytes, Path directory) {
        this.config = config;
        this.maxMessageBytes = maxMessageBytes;
        this.directory = directory;
    }

    /** Spreads each topic over all consumers if there are more consumers than topics; they take topics in turn otherwise. */
    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        Map<String, List<TcpSubscription>> groups = subscribed.get(channel.name());
        if (groups == null) {
            throw new TransportException(
                    "channel: " + channel.name() + " (expected: a channel that has a subscription)");
        }
        int ofTopic = (config.consumers() + channel.topics() - 1) / channel.topics();
        Channel spread = new Channel(channel.name(), channel.hop(), ofTopic * channel.topics());
        AtomicInteger opened = new AtomicInteger();
        try (Listener listener =
                config.sockets() == TcpConfig.Family.UNIX ? Listener.unix(directory) : Listener.tcp()) {
            return Spread.publisher(spread, topic -> {
                int lane = opened.getAndIncrement();
                List<TcpPublisher> toEach = new ArrayList<>();
                for (List<TcpSubscription> consumers : groups.values()) {
                    toEach.add(connect(listener, consumers.get(lane % consumers.size())));
                }
                return toEach.size() == 1 ? toEach.get(0) : new TcpFanOut(toEach.toArray(TcpPublisher[]::new));
            });
        }
    }

    private TcpPublisher connect(Listener listener, TcpSubscription consumer) throws IOException {
        Listener.Connection connection = listener.connect();
        consumer.add(connection.far());
        return new TcpPublisher(connection.near(), maxMessageBytes);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        List<TcpSubscription> consumers = subscribed
                .computeIfAbsent(channel.name(), added -> new HashMap<>())
                .computeIfAbsent(group, added -> new ArrayList<>());
        if (consumers.size() == config.consumers()) {
            throw new TransportException("channel: " + channel.name() + " (expected: at most " + config.consumers()
                    + " subscriptions of a channel in a group)");
        }
        TcpSubscription consumer =
                pollBlocks() ? TcpSubscription.blocking(maxMessageBytes) : TcpSubscription.spinning(maxMessageBytes);
        consumers.add(consumer);
        return consumer;
    }

    @Override
    public int consumersPerHop() {
        return config.consumers();
    }

    @Override
    public boolean pollBlocks() {
        return config.reads() == TcpConfig.Reads.BLOCK;
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(Delivery.EXACTLY_ONCE, true, false, "none: messages live in the kernel's buffers", 1);
    }

    @Override
    public void close() {
        subscribed.clear();
    }
}
