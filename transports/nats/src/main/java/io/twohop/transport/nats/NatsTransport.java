package io.twohop.transport.nats;

import io.nats.client.BaseConsumerContext;
import io.nats.client.Connection;
import io.nats.client.ConsumeOptions;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.StreamContext;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.OrderedConsumerConfiguration;
import io.nats.client.support.JsonParseException;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Incident;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RoleTarget;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.nats.NatsConfig.Broker;
import io.twohop.transport.nats.server.EmbeddedNats;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Subjects, or a stream with them, for each channel; a connection for each publisher and subscription. */
final class NatsTransport implements Transport {
    private static final Duration FLUSH_LIMIT = Duration.ofSeconds(10);

    private final NatsConfig config;
    private final RunContext context;
    private final EmbeddedNats server;
    private final NatsIncidents incidents;
    private final Connector connector;
    private final Connection control;
    private final Streams streams;
    private int ends;
    private boolean closed;

    NatsTransport(NatsConfig config, RunContext context) throws IOException, InterruptedException {
        this.config = config;
        this.context = context;
        this.incidents = new NatsIncidents(context.notices());
        this.server = config.broker() == Broker.EXTERNAL || context.server() != null
                ? null
                : start(config, context.dataDirectory(), context.logDirectory());
        String running = context.server() == null ? config.url() : context.server();
        this.connector = new Connector(config, server == null ? running : server.address(), incidents);
        try {
            control = connector.connect(context.runId() + "-control");
            MaxPayload.check(control.getMaxPayload(), context.maxMessageBytes(), server != null);
        } catch (RuntimeException | InterruptedException e) {
            if (server != null) {
                server.close();
            }
            throw e;
        }
        streams = new Streams(control, config, incidents, context.creations());
    }

    /** For servers that are not the run's own. */
    static NatsSweeper sweeper(NatsConfig config) throws InterruptedException {
        NatsIncidents incidents = new NatsIncidents(new Notices());
        return new NatsSweeper(new Connector(config, config.url(), incidents).connect("twohop-sweeper"));
    }

    static EmbeddedNats start(NatsConfig config, Path data, Path logs) throws IOException, InterruptedException {
        return new EmbeddedNats(
                config.nodes(),
                config.server(),
                config.isJetStream(),
                config.sync(),
                config.serverConfig(),
                data,
                logs);
    }

    /** What a channel's stream is called; its subject follows from it. */
    private String name(Channel channel) throws InterruptedException {
        String name =
                channel.name().startsWith(context.runId()) ? channel.name() : context.runId() + "-" + channel.name();
        if (config.isJetStream() && !context.joins()) {
            streams.create(name, channel.topics(), channel.hop() == 1);
        }
        return name;
    }

    private Connection connect(String role) throws InterruptedException {
        return connector.connect(context.runId() + "-" + role + "-" + ends++);
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        String[] subjects = Streams.subjects(name(channel), channel.topics());
        Connection connection = connect("publisher");
        if (!config.isJetStream()) {
            return new CorePublisher(connection, subjects, config.maxPending());
        }
        String ids = config.deduplicate() ? context.runId() + "-" + ends + "-" : null;
        return new StreamPublisher(connection, subjects, config, ids, acknowledgements);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        String name = name(channel);
        String subject = Streams.subject(name, channel.topics());
        Connection connection = connect("subscription");
        try {
            Subscription subscription = config.isJetStream()
                    ? subscribeToStream(connection, name, subject, group)
                    : subscribeToSubject(connection, subject, group);
            // The server has heard of it when the answer to this is back.
            connection.flush(FLUSH_LIMIT);
            return subscription;
        } catch (IOException | JetStreamApiException | TimeoutException e) {
            Connections.close(connection);
            throw new TransportException(
                    "consumer of " + name + ": " + e.getMessage() + "; check permissions and consumerOptions", e);
        }
    }

    private Subscription subscribeToSubject(Connection connection, String subject, String group) {
        return queued(connection, connection.subscribe(subject, group), false);
    }

    private Subscription subscribeToStream(Connection connection, String name, String subject, String group)
            throws IOException, JetStreamApiException {
        StreamContext stream = connection.getStreamContext(name);
        return switch (config.consumer()) {
            case PULL ->
                asked(connection, stream.createOrUpdateConsumer(consumer(group).build()), true);
            case ORDERED ->
                asked(
                        connection,
                        stream.createOrderedConsumer(
                                new OrderedConsumerConfiguration().deliverPolicy(DeliverPolicy.All)),
                        false);
            case PUSH -> {
                PushSubscribeOptions options = PushSubscribeOptions.builder().stream(name)
                        .configuration(consumer(group).deliverGroup(group).build())
                        .build();
                yield queued(connection, connection.jetStream().subscribe(subject, group, options), true);
            }
        };
    }

    /** Messages that the server sends by itself. */
    private Subscription queued(Connection connection, io.nats.client.Subscription subscription, boolean acknowledges) {
        incidents.watchDrops(subscription::getDroppedCount);
        return new NatsSubscription(
                connection,
                subscription::nextMessage,
                subscription::getPendingMessageCount,
                acknowledges,
                context.maxMessageBytes());
    }

    /** Messages that the client asks for ahead, batch after batch. */
    private Subscription asked(Connection connection, BaseConsumerContext consumer, boolean acknowledges)
            throws IOException, JetStreamApiException {
        IterableConsumer messages = consumer.iterate(
                ConsumeOptions.builder().expiresIn(config.expires().toMillis()).build());
        return new NatsSubscription(
                connection, messages::nextMessage, () -> 0, acknowledges, context.maxMessageBytes());
    }

    private ConsumerConfiguration.Builder consumer(String group) {
        try {
            return ConsumerConfiguration.builder()
                    .json(NatsOptions.json(config.consumerOptions()))
                    .durable(group)
                    .deliverPolicy(DeliverPolicy.All)
                    .ackPolicy(AckPolicy.Explicit);
        } catch (JsonParseException e) {
            throw new TransportException("consumerOptions: " + config.consumerOptions() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Guarantees guarantees() {
        return NatsGuarantees.of(config);
    }

    @Override
    public Duration redelivery() {
        return config.redelivery();
    }

    @Override
    public int consumersPerHop() {
        return config.consumers();
    }

    @Override
    public boolean pollBlocks() {
        return true;
    }

    @Override
    public Map<String, String> versions() {
        return Map.of(
                "jnats",
                Nats.CLIENT_VERSION,
                "nats-server",
                control.getServerInfo().getVersion());
    }

    @Override
    public void create(Channel channel, String group) throws InterruptedException {
        name(channel);
    }

    @Override
    public String address() {
        return server == null ? context.server() : server.address();
    }

    @Override
    public List<FaultTarget> faultTargets() {
        if (server == null) {
            return List.of();
        }
        return config.hasLeader()
                ? RoleTarget.all(server.nodes(), () -> server.number(streams.leader()))
                : List.copyOf(server.nodes());
    }

    @Override
    public List<Incident> incidents() {
        List<Incident> all = new ArrayList<>(server == null ? List.of() : ServerProcess.incidents(server.nodes()));
        all.addAll(incidents.list(all.isEmpty()));
        return all;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        incidents.closing();
        // Embedded servers take their streams with them.
        if (server == null) {
            streams.delete();
        }
        Connections.close(control);
        if (server != null) {
            server.close();
        }
    }
}
