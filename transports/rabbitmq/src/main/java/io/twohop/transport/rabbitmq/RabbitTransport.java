package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.rabbitmq.QueuePublisher.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A queue for each topic and group; where several groups read, an exchange for each topic. A connection for each publisher and
 * subscription: the server stops to read from a connection whose messages it cannot keep up with, and acknowledgements would wait, too.
 */
final class RabbitTransport implements Transport {
    private static final int CLOSE_MILLIS = 2_000;

    /** The server has messages delivered again as soon as it notices a lost connection; this is time to connect again. */
    private static final Duration REDELIVERY = Duration.ofSeconds(5);

    private final RabbitConfig config;
    private final RunContext context;
    private final EmbeddedRabbit own;
    private final RunServers servers;
    private final RabbitIncidents incidents;
    private final Connector connector;
    private final Connection control;
    private final RabbitSweeper sweeper;
    private final Creations creations;
    private final Set<Creation> created = new LinkedHashSet<>();
    private final List<Connection> connections = new ArrayList<>();
    private boolean closed;

    RabbitTransport(RabbitConfig config, RunContext context) throws IOException, InterruptedException {
        this.config = config;
        this.context = context;
        this.incidents = new RabbitIncidents(context.notices());
        Optional<RunServers> running =
                RunServers.running(context, config.servers().external());
        this.own = running.isPresent()
                ? null
                : start(config, SharedServer.LOOPBACK, context.dataDirectory(), context.logDirectory());
        this.servers = running.orElseGet(() -> own.ofRun());
        this.creations = config.servers().areExternal() ? context.creations() : Creations.NONE;
        this.connector = connector(config, servers.address());
        try {
            control = connect("control");
        } catch (RuntimeException e) {
            closeServers();
            throw e;
        }
        sweeper = new RabbitSweeper(control, virtualHost(config));
    }

    private static Connector connector(RabbitConfig config, String address) {
        return new Connector(address, config.access().known(), Optional.of(config.access()));
    }

    private static String virtualHost(RabbitConfig config) {
        String url = config.servers().external().orElse("");
        int slash = url.indexOf('/', url.indexOf("://") + 3);
        return slash < 0 || slash + 1 == url.length() ? "/" : url.substring(slash + 1);
    }

    /** Connects to an external server, to delete what runs left there. */
    static RabbitSweeper sweeper(RabbitConfig config) {
        return new RabbitSweeper(
                connector(config, config.servers().url()).connect("twohop-sweeper"), virtualHost(config));
    }

    static EmbeddedRabbit start(RabbitConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return new EmbeddedRabbit(config, host, data, logs);
    }

    private Connection connect(String role) {
        Connection connection =
                connector.connect(context.runId() + "-" + role + "-" + connections.size(), incidents.handler());
        connections.add(connection);
        incidents.watch(connection);
        return connection;
    }

    private String name(Channel channel, int topic) {
        String name = channel.topic(topic);
        return name.startsWith(context.runId()) ? name : context.runId() + "-" + name;
    }

    private boolean fansOut() {
        return context.channels().subscribers() > 1;
    }

    /** The queue of a topic; each group has its own where several read. */
    private String queue(Channel channel, int topic, String group) {
        return fansOut() ? name(channel, topic) + "-" + group : name(channel, topic);
    }

    /**
     * Makes a channel's queues for a group, unless they exist.
     *
     * @param connection makes them again if they are lost with the server
     */
    private void makeQueues(Connection connection, Channel channel, String group) throws IOException {
        com.rabbitmq.client.Channel maker = connection.createChannel();
        boolean durable = config.queue() != RabbitConfig.Kind.TRANSIENT;
        Map<String, Object> arguments =
                config.queue() == RabbitConfig.Kind.QUORUM ? Map.of("x-queue-type", "quorum") : Map.of();
        for (int topic = 0; topic < channel.topics(); topic++) {
            String queue = queue(channel, topic, group);
            record(sweeper.queue(queue));
            maker.queueDeclare(queue, durable, false, false, arguments);
            if (fansOut()) {
                makeExchange(maker, name(channel, topic));
                maker.queueBind(queue, name(channel, topic), "");
            }
        }
    }

    private void makeExchange(com.rabbitmq.client.Channel maker, String name) throws IOException {
        record(sweeper.exchange(name));
        boolean durable = config.queue() != RabbitConfig.Kind.TRANSIENT;
        maker.exchangeDeclare(name, BuiltinExchangeType.FANOUT, durable, false, Map.of());
    }

    /** Records only what this process creates: the other process deletes its own. */
    private void record(Creation creation) {
        if (!context.joins() && !created.contains(creation)) {
            creations.about(List.of(creation));
            created.add(creation);
        }
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        Connection connection = connect("publisher");
        try {
            Target[] targets = new Target[channel.topics()];
            com.rabbitmq.client.Channel maker = connection.createChannel();
            for (int topic = 0; topic < targets.length; topic++) {
                String name = name(channel, topic);
                if (fansOut()) {
                    makeExchange(maker, name);
                }
                targets[topic] = fansOut() ? new Target(name, "") : new Target("", name);
            }
            return new QueuePublisher(connection, targets, headers(), config, incidents, acknowledgements);
        } catch (IOException | ShutdownSignalException e) {
            throw refusal(channel, e);
        }
    }

    private Map<String, Object> headers() {
        Map<String, Object> headers = new HashMap<>();
        context.traffic().envelope().headers().forEach(header -> headers.put(header.name(), header.value()));
        return headers.isEmpty() ? null : headers;
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        Connection connection = connect("subscription");
        try {
            makeQueues(connection, channel, group);
            com.rabbitmq.client.Channel reader = connection.createChannel();
            reader.basicQos(config.prefetch());
            QueueSubscription subscription = new QueueSubscription(
                    connection, reader, incidents, context.traffic().maxMessageBytes());
            for (int topic = 0; topic < channel.topics(); topic++) {
                reader.basicConsume(queue(channel, topic, group), false, subscription);
            }
            return subscription;
        } catch (IOException | ShutdownSignalException e) {
            throw refusal(channel, e);
        }
    }

    private TransportException refusal(Channel channel, Exception cause) {
        return new TransportException(
                "queues of " + channel.name() + ": " + Connector.words(cause)
                        + "; let this user configure, write and read names that begin with twohop, and write to the default exchange"
                        + " (docs/rabbitmq.md lists the rights)",
                cause);
    }

    @Override
    public Guarantees guarantees() {
        boolean ordered = config.consumers() == 1;
        return switch (config.queue()) {
            case CLASSIC ->
                new Guarantees(Delivery.AT_LEAST_ONCE, ordered, true, "disk of one server, once it is acknowledged", 1);
            case QUORUM ->
                new Guarantees(
                        Delivery.AT_LEAST_ONCE,
                        ordered,
                        true,
                        "disk of one server, synced before it is acknowledged",
                        1);
            case TRANSIENT ->
                new Guarantees(
                        Delivery.AT_LEAST_ONCE,
                        Delivery.BEST_EFFORT,
                        ordered,
                        true,
                        "memory of one server: lost with the process",
                        1);
        };
    }

    @Override
    public Duration redelivery() {
        return REDELIVERY;
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
                "amqp-client",
                String.valueOf(control.getClientProperties().get("version")),
                "rabbitmq-server",
                String.valueOf(control.getServerProperties().get("version")));
    }

    @Override
    public void create(Channel channel, String group) throws IOException {
        makeQueues(control, channel, group);
    }

    @Override
    public String address() {
        return servers.areOwn() ? servers.address() : context.server();
    }

    @Override
    public List<FaultTarget> faultTargets() {
        return List.copyOf(servers.nodes());
    }

    @Override
    public List<Finding> incidents() {
        List<Finding> all = servers.incidents();
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
        connections.stream()
                .filter(connection -> connection != control)
                .forEach(connection -> connection.abort(CLOSE_MILLIS));
        if (config.servers().areExternal()) {
            deleteCreated();
        }
        control.abort(CLOSE_MILLIS);
        closeServers();
    }

    /** Deletes what this process created. The log names each name that could not be deleted. */
    private void deleteCreated() {
        Set<Creation> gone = new HashSet<>(created);
        gone.removeAll(sweeper.delete(created).keySet());
        creations.gone(gone);
    }

    private void closeServers() {
        if (own != null) {
            own.close();
        }
    }
}
