package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RunCreations;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.rabbitmq.QueuePublisher.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A queue for each topic and group; where several groups read, an exchange for each topic. With keys, an exchange spreads them over a
 * queue for each consumer. A connection for each publisher and
 * subscription: the server stops to read from a connection whose messages it cannot keep up with, and acknowledgements would wait, too.
 */
final class RabbitTransport implements Transport {
    /** The type of an exchange that gives each of its queues the same share of the keys, and a queue's share. */
    private static final String SPREAD = "x-consistent-hash";

    private static final String WEIGHT = "1";

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
    private final RunCreations creations;
    private final ExistingQueues existing;
    private final Inbox inbox;
    private final List<Connection> connections = new ArrayList<>();

    /** Number of subscriptions of a channel and group; with keys, each reads a queue of its own. */
    private final Map<String, Integer> subscriptions = new ConcurrentHashMap<>();

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
        this.creations = new RunCreations(context, config.servers().areExternal());
        this.connector = connector(config, servers.address());
        try {
            control = connect("control");
        } catch (RuntimeException e) {
            closeServers();
            throw e;
        }
        sweeper = new RabbitSweeper(control, virtualHost(config));
        existing = new ExistingQueues(sweeper, creations, context.runId());
        inbox = new Inbox(
                Channel.inbox(context.runId()).name(), context.traffic().maxMessageBytes());
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

    /** The name of a topic's queue, or of the start of its queues' names; each group has its own where several read. */
    private String queue(Channel channel, int topic, String group) {
        return fansOut() ? name(channel, topic) + "-" + group : name(channel, topic);
    }

    /** The queues of a topic for a group: with keys, one for each consumer. */
    private List<String> queues(Channel channel, int topic, String group) {
        String queue = queue(channel, topic, group);
        return hasKeys()
                ? IntStream.range(0, config.consumers())
                        .mapToObj(consumer -> queue + "-q" + consumer)
                        .toList()
                : List.of(queue);
    }

    /**
     * Makes a channel's queues for a group, unless they exist.
     *
     * @param connection makes them again if they are lost with the server
     */
    private void makeQueues(Connection connection, Channel channel, String group) throws IOException {
        com.rabbitmq.client.Channel maker = connection.createChannel();
        Map<String, Object> arguments = arguments();
        for (int topic = 0; topic < channel.topics(); topic++) {
            String name = name(channel, topic);
            if (hasExchange()) {
                makeExchange(maker, name);
            }
            String spread = queue(channel, topic, group);
            if (hasKeys() && fansOut()) {
                makeExchange(maker, spread, SPREAD);
                maker.exchangeBind(spread, name, "");
            }
            for (String queue : queues(channel, topic, group)) {
                creations.about(sweeper.queue(queue));
                maker.queueDeclare(queue, isDurable(), false, false, arguments);
                if (hasKeys()) {
                    maker.queueBind(queue, spread, WEIGHT);
                } else if (fansOut()) {
                    maker.queueBind(queue, name, "");
                }
            }
        }
    }

    private Map<String, Object> arguments() {
        Map<String, Object> arguments = new HashMap<>();
        if (config.queue() == RabbitConfig.Kind.QUORUM) {
            arguments.put("x-queue-type", "quorum");
        }
        if (hasKeys()) {
            // Of several services, one at a time reads a queue: two would break the order of its keys.
            arguments.put("x-single-active-consumer", true);
        }
        return arguments;
    }

    private boolean isDurable() {
        return config.queue() != RabbitConfig.Kind.TRANSIENT;
    }

    private boolean hasKeys() {
        return context.traffic().envelope().keys() > 0;
    }

    /** Whether publishers write to an exchange of the run's own; otherwise to the default one, by the queue's name. */
    private boolean hasExchange() {
        return fansOut() || hasKeys();
    }

    /** Makes the exchange that publishers of a topic write to. */
    private void makeExchange(com.rabbitmq.client.Channel maker, String name) throws IOException {
        makeExchange(maker, name, fansOut() ? BuiltinExchangeType.FANOUT.getType() : SPREAD);
    }

    private void makeExchange(com.rabbitmq.client.Channel maker, String name, String type) throws IOException {
        creations.about(sweeper.exchange(name));
        maker.exchangeDeclare(name, type, isDurable(), false, Map.of());
    }

    private QueuePublisher requests(Connection connection, Channel channel, Acknowledgements acknowledgements)
            throws IOException {
        return new RequestPublisher(
                connection,
                existing.target(connection, channel.name()),
                context.traffic().envelope(),
                config,
                incidents,
                acknowledgements,
                inbox);
    }

    private Subscription replies(Channel channel) throws IOException {
        if (channel.isInbox()) {
            return inbox;
        }
        Connection connection = connect("subscription");
        String queue = existing.queue(connection, channel.name());
        com.rabbitmq.client.Channel reader = connection.createChannel();
        QueueSubscription subscription =
                subscription(connection, reader, Optional.of(new Beside(null)), HandledRequests.unanswered());
        existing.consume(reader, queue, subscription);
        return subscription;
    }

    private QueueSubscription subscription(
            Connection connection, com.rabbitmq.client.Channel reader, Optional<Beside> beside, HandledRequests handled)
            throws IOException {
        reader.basicQos(config.prefetch());
        Arrivals arrivals = new Arrivals(context.traffic().maxMessageBytes(), beside);
        return new QueueSubscription(connection, reader, incidents, arrivals, handled);
    }

    @Override
    public ConsumerWatch watchConsumers(Channel requests) {
        return ExistingQueues.watch(control, requests.name());
    }

    @Override
    public QueuePublisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        Connection connection = connect("publisher");
        try {
            if (channel.existing()) {
                return requests(connection, channel, acknowledgements);
            }
            Target[] targets = new Target[channel.topics()];
            com.rabbitmq.client.Channel maker = connection.createChannel();
            for (int topic = 0; topic < targets.length; topic++) {
                String name = name(channel, topic);
                if (hasExchange()) {
                    makeExchange(maker, name);
                }
                targets[topic] = hasExchange() ? new Target(name, "") : new Target("", name);
            }
            return new QueuePublisher(
                    connection, targets, context.traffic().envelope(), config, incidents, acknowledgements);
        } catch (IOException | ShutdownSignalException e) {
            throw refusal(channel, e);
        }
    }

    @Override
    public ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements)
            throws Exception {
        QueuePublisher publisher = publisher(replies, acknowledgements);
        return new ServiceEnds(subscribe(requests, group, HandledRequests.of(publisher)), publisher);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        return subscribe(channel, group, HandledRequests.unanswered());
    }

    private Subscription subscribe(Channel channel, String group, HandledRequests handled) throws Exception {
        if (channel.existing()) {
            return replies(channel);
        }
        Connection connection = connect("subscription");
        try {
            makeQueues(connection, channel, group);
            com.rabbitmq.client.Channel reader = connection.createChannel();
            QueueSubscription subscription = subscription(connection, reader, Optional.empty(), handled);
            int consumer = subscriptions.merge(channel.name() + " " + group, 1, Integer::sum) - 1;
            for (int topic = 0; topic < channel.topics(); topic++) {
                List<String> queues = queues(channel, topic, group);
                reader.basicConsume(queues.get(consumer % queues.size()), false, subscription);
            }
            return subscription;
        } catch (IOException | ShutdownSignalException e) {
            throw refusal(channel, e);
        }
    }

    private TransportException refusal(Channel channel, Exception cause) {
        String reason = Connector.words(cause);
        String remedy = reason.contains("exchange type")
                ? "keys need a plugin of the server: rabbitmq-plugins enable rabbitmq_consistent_hash_exchange"
                : "let this user configure, write and read names that begin with twohop, and write to the default exchange"
                        + " (docs/rabbitmq.md lists the rights)";
        return new TransportException("queues of " + channel.name() + ": " + reason + "; " + remedy, cause);
    }

    @Override
    public Guarantees guarantees() {
        boolean ordered = config.consumers() == 1;
        Guarantees guarantees = switch (config.queue()) {
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
        return guarantees.orderedByKey(hasKeys());
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
        return servers.addressFor(context);
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
            creations.delete(sweeper);
        }
        control.abort(CLOSE_MILLIS);
        closeServers();
    }

    private void closeServers() {
        if (own != null) {
            own.close();
        }
    }
}
