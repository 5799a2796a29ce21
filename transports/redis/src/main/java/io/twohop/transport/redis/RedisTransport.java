package io.twohop.transport.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.AwaitedReplies;
import io.twohop.transport.kit.LibraryVersion;
import io.twohop.transport.kit.RunCreations;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.redis.RedisConfig.Aof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** A stream or a channel for each topic, and a connection for each publisher and subscription. */
final class RedisTransport implements Transport {
    private static final String VERSION = "/META-INF/maven/io.lettuce/lettuce-core/pom.properties";

    private final RedisConfig config;
    private final RunContext context;
    private final RunServers servers;
    private final RedisIncidents incidents;
    private final Connector connector;
    private final StatefulRedisConnection<String, byte[]> control;
    private final ServerFacts facts;
    private final RedisSweeper sweeper;
    private final RunCreations creations;
    private final Optional<Trimmer> trimmer;

    /** Keeps the names of consumers apart from those of the run's other processes. */
    private final String process = UUID.randomUUID().toString().substring(0, 8);

    private int ends;
    private boolean closed;

    RedisTransport(RedisConfig config, RunContext context) throws IOException, InterruptedException {
        this.config = config;
        this.context = context;
        this.incidents = new RedisIncidents(context.notices());
        Optional<RunServers> running =
                RunServers.running(context, config.servers().external());
        this.servers = running.isPresent()
                ? running.get()
                : start(config, SharedServer.LOOPBACK, context.dataDirectory(), context.logDirectory())
                        .ofRun();
        this.creations = new RunCreations(context, config.servers().areExternal());
        this.connector = new Connector(servers.address(), Optional.of(config.access()));
        try {
            control = connect("control");
            facts = ServerFacts.of(control.sync());
            trimmer = config.hasStreams()
                            && !context.joins()
                            && !context.channels().areExisting()
                    ? Optional.of(new Trimmer(connect("trimmer"), incidents))
                    : Optional.empty();
        } catch (RuntimeException e) {
            connector.close();
            servers.close();
            throw e;
        }
        sweeper = new RedisSweeper(connector, control);
    }

    /** Connects to an external server, to delete what runs left there. */
    static RedisSweeper sweeper(RedisConfig config) {
        Connector connector = new Connector(config.servers().url(), Optional.of(config.access()));
        try {
            return new RedisSweeper(connector, connector.connect("twohop-sweeper"));
        } catch (RuntimeException e) {
            connector.close();
            throw e;
        }
    }

    static EmbeddedRedis start(RedisConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return new EmbeddedRedis(config, host, data, logs);
    }

    private StatefulRedisConnection<String, byte[]> connect(String role) {
        return connector.connect(name(role));
    }

    private String name(String role) {
        return context.runId() + "-" + role + "-" + process + "-" + ends++;
    }

    private String[] topics(Channel channel) {
        if (channel.existing()) {
            return new String[] {channel.name()};
        }
        return IntStream.range(0, channel.topics())
                .mapToObj(channel::topic)
                .map(name -> name.startsWith(context.runId()) ? name : context.runId() + "-" + name)
                .toArray(String[]::new);
    }

    /** Makes a channel's streams with a group, unless they exist. */
    private void makeStreams(Channel channel, String group) {
        for (String stream : topics(channel)) {
            creations.about(sweeper.stream(stream));
            try {
                makeGroup(control, stream, group);
            } catch (RedisException e) {
                throw refusal(channel, e);
            }
            trimmer.ifPresent(deletes -> deletes.add(stream));
        }
    }

    /** Makes a group that reads the whole stream; returns whether it was not there. */
    private static boolean makeGroup(StatefulRedisConnection<String, byte[]> over, String stream, String group) {
        try {
            over.sync().xgroupCreate(StreamOffset.from(stream, "0"), group, XGroupCreateArgs.Builder.mkstream());
            return true;
        } catch (RedisCommandExecutionException e) {
            if (e.getMessage().startsWith("BUSYGROUP")) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Makes lost groups again, with streams that are as empty as the server's memory; the consumer's thread. A process that joined the
     * run does so only where its connection was lost: otherwise the other process may have deleted the streams, at the run's end.
     */
    private boolean remake(Channel channel, String group, boolean lost) {
        if (incidents.areClosing() || (context.joins() && !lost)) {
            return false;
        }
        try {
            for (String stream : topics(channel)) {
                if (makeGroup(control, stream, group)) {
                    incidents.remade(stream);
                }
            }
            return true;
        } catch (RedisException e) {
            return false;
        }
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) {
        StatefulRedisConnection<String, byte[]> connection = connect("publisher");
        incidents.watch(connection, "publisher", () -> {});
        String[] topics = topics(channel);
        String payloadField = channel.existing() ? config.fields().ofRequest() : StreamPublisher.PAYLOAD;
        return config.hasStreams()
                ? new StreamPublisher(
                        connection,
                        topics,
                        payloadField,
                        context.traffic().envelope(),
                        config.maxInFlight(),
                        acknowledgements)
                : new ChannelPublisher(connection, topics, config.maxInFlight());
    }

    @Override
    public ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements) {
        Publisher publisher = publisher(replies, acknowledgements);
        return new ServiceEnds(subscribe(requests, group, new AwaitedReplies(publisher)), publisher);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) {
        return subscribe(channel, group, AwaitedReplies.none());
    }

    /** @param replies those that the subscription's handler publishes */
    Subscription subscribe(Channel channel, String group, AwaitedReplies replies) {
        int bytes = context.traffic().maxMessageBytes();
        if (config.hasStreams() && channel.existing()) {
            return replies(channel);
        }
        if (config.hasStreams()) {
            makeStreams(channel, group);
            // A consumer that is alone takes its dead predecessor's name, and with it what that one had not
            // acknowledged.
            String consumer = isAlone() ? context.runId() + "-consumer" : name("consumer");
            return new StreamSubscription(
                    connector.connect(consumer),
                    topics(channel),
                    Consumer.from(group, consumer),
                    isAlone(),
                    config.reading(),
                    incidents,
                    lost -> remake(channel, group, lost),
                    bytes,
                    replies);
        }
        StatefulRedisPubSubConnection<String, byte[]> connection = connector.subscriber(name("subscriber"));
        incidents.watch(connection, "subscriber", () -> {});
        try {
            return new ChannelSubscription(
                    connection, topics(channel), incidents, bytes, ChannelSubscription.MOST_WAITING);
        } catch (RedisException e) {
            throw refusal(channel, e);
        }
    }

    private Subscription replies(Channel channel) {
        try {
            return new ReplySubscription(
                    connect("replies"),
                    channel.name(),
                    config.fields().ofReply(),
                    config.reading().batch(),
                    incidents,
                    context.traffic().maxMessageBytes());
        } catch (RedisException e) {
            throw refusal(channel, e);
        }
    }

    private static TransportException refusal(Channel channel, RedisException cause) {
        if (channel.existing()) {
            return new TransportException(
                    channel.name() + ": " + Connector.words(cause)
                            + "; replies are read with XREVRANGE and XREAD from a stream, or by SUBSCRIBE from a channel",
                    cause);
        }
        return new TransportException(
                channel.name() + ": " + Connector.words(cause)
                        + "; let this user use keys and channels that begin with twohop, and the commands that docs/redis.md lists",
                cause);
    }

    @Override
    public Guarantees guarantees() {
        boolean ordered = isAlone();
        if (!config.hasStreams()) {
            return new Guarantees(
                    Delivery.AT_MOST_ONCE, Delivery.AT_MOST_ONCE, ordered, false, "nothing: it is not stored", 1);
        }
        Aof aof = facts.aof().orElse(null);
        Delivery afterFailure = aof == Aof.ALWAYS ? Delivery.AT_LEAST_ONCE : Delivery.BEST_EFFORT;
        return new Guarantees(Delivery.AT_LEAST_ONCE, afterFailure, ordered, true, durability(aof), 1)
                .orderedByKey(ordered);
    }

    /** Returns whether each group has one consumer at a time. */
    private boolean isAlone() {
        return config.reading().consumers() == 1 && context.channels().parts().services() <= 1;
    }

    private static String durability(Aof aof) {
        if (aof == null) {
            return "as the server is configured, which its user may not ask";
        }
        return switch (aof) {
            case NONE -> "memory of one server: lost with the process";
            case EVERYSEC -> "disk of one server, synced about a second after it is acknowledged";
            case ALWAYS -> "disk of one server, synced before it is acknowledged";
        };
    }

    @Override
    public Duration redelivery() {
        return config.hasStreams()
                ? StreamSubscription.redelivery(config.reading().claimAfter())
                : Duration.ZERO;
    }

    @Override
    public int consumersPerHop() {
        return config.reading().consumers();
    }

    @Override
    public boolean pollBlocks() {
        return true;
    }

    @Override
    public List<String> backgroundThreads() {
        return List.of(Trimmer.THREAD);
    }

    @Override
    public Map<String, String> versions() {
        return Map.of("lettuce", LibraryVersion.of(RedisClient.class, VERSION), facts.program(), facts.version());
    }

    @Override
    public void create(Channel channel, String group) {
        if (config.hasStreams()) {
            makeStreams(channel, group);
        }
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

    /** Embedded servers take their streams with them; elsewhere these go last, when no client of the run may use them. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        incidents.closing();
        trimmer.ifPresent(Trimmer::close);
        if (!servers.areOwn()) {
            creations.delete(sweeper);
        }
        connector.close();
        servers.close();
    }
}
