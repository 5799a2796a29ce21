package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.api.ServerInfo;
import io.nats.client.impl.Headers;
import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Envelope;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RoleTarget;
import io.twohop.transport.kit.RunServers;
import io.twohop.transport.nats.server.EmbeddedNats;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Subjects, or a stream with them, for each channel; a connection for each publisher and subscription, one for both ends of a service with streams. */
final class NatsTransport implements Transport {
    private final NatsConfig config;
    private final RunContext context;
    private final RunServers servers;
    private final NatsIncidents incidents;
    private final Connections connections = new Connections();
    private final Connector connector;
    private final Connection control;
    private final Streams streams;
    private final Consumers consumers;
    private final ComingUp comingUp;
    private final Map<String, String[][]> published = new HashMap<>();

    /** Headers of each message, read-only and shared by publishers; null for none. */
    private final Headers headers;

    /** Keeps the ids of messages apart from those of the run's other processes, which count their publishers as well. */
    private final String process = UUID.randomUUID().toString().substring(0, 8);

    private int ends;
    private boolean closed;

    NatsTransport(NatsConfig config, RunContext context) throws IOException, InterruptedException {
        this.config = config;
        this.context = context;
        this.incidents = new NatsIncidents(context.notices());
        this.servers = servers(config, context);
        this.connector = new Connector(config, servers.address(), incidents);
        try {
            control = connector.connect(context.runId() + "-control");
            MaxPayload.check(control.getMaxPayload(), MaxPayload.of(context), servers.areOwn());
            headers = headers(context.traffic().envelope(), control.getServerInfo());
        } catch (RuntimeException | InterruptedException e) {
            servers.close();
            throw e;
        }
        comingUp = new ComingUp(config, incidents);
        streams = new Streams(control, config, incidents, context);
        consumers =
                new Consumers(config, incidents, connections, context.traffic().maxMessageBytes());
    }

    private static RunServers servers(NatsConfig config, RunContext context) throws IOException, InterruptedException {
        Optional<RunServers> running =
                RunServers.running(context, config.servers().external());
        return running.isPresent()
                ? running.get()
                : start(config, SharedServer.LOOPBACK, context.dataDirectory(), context.logDirectory())
                        .ofRun();
    }

    private static Headers headers(Envelope envelope, ServerInfo server) {
        if (envelope.headers().isEmpty()) {
            return null;
        }
        if (!server.isHeadersSupported()) {
            throw new TransportException("headers: not known to nats-server " + server.getVersion()
                    + "; use 2.2 or newer, or a workload without headers");
        }
        Headers headers = new Headers();
        envelope.headers().forEach(header -> headers.add(header.name(), header.value()));
        // The client does not copy read-only headers for each message.
        return new Headers(headers, true);
    }

    /** Connects to external servers, to delete what runs left there. */
    static NatsSweeper sweeper(NatsConfig config) throws InterruptedException {
        NatsIncidents incidents = new NatsIncidents(new Notices());
        return new NatsSweeper(new Connector(config, config.servers().url(), incidents).connect("twohop-sweeper"));
    }

    static EmbeddedNats start(NatsConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return new EmbeddedNats(
                config.servers(), config.isJetStream(), host, config.access().user(), data, logs);
    }

    /** Returns a channel's subjects, and creates their stream for JetStream. */
    private Subjects subjects(Channel channel) throws InterruptedException {
        String name =
                channel.name().startsWith(context.runId()) ? channel.name() : context.runId() + "-" + channel.name();
        Subjects subjects =
                new Subjects(name, channel.topics(), context.traffic().envelope());
        if (config.isJetStream() && !context.joins()) {
            streams.create(subjects, channel.hop() == 1);
        }
        return subjects;
    }

    private Connection connect(String role) throws InterruptedException {
        return connector.connect(context.runId() + "-" + role + "-" + ends++);
    }

    @Override
    public Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        String[][] subjects = channel.existing() ? new String[][] {{channel.name()}} : ownSubjects(channel);
        Connection connection = connect("publisher");
        return config.isJetStream()
                ? streamPublisher(connection, subjects, acknowledgements)
                : new CorePublisher(connections, connection, subjects, headers, config.maxPending());
    }

    private Publisher streamPublisher(Connection connection, String[][] subjects, Acknowledgements acknowledgements)
            throws IOException {
        String ids = config.messaging().deduplicate() ? context.runId() + "-" + process + "-" + ends + "-" : null;
        return new StreamPublisher(connections, connection, subjects, headers, config, ids, acknowledgements);
    }

    private String[][] ownSubjects(Channel channel) throws InterruptedException {
        Subjects ofChannel = subjects(channel);
        // Publishers share the arrays, which are large with many keys.
        return published.computeIfAbsent(ofChannel.name(), name -> ofChannel.each());
    }

    /**
     * With streams, a request is acknowledged behind its reply on the same connection, which the server reads in order: over another one,
     * the acknowledgement of a service that dies could arrive without the reply.
     */
    @Override
    public ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements)
            throws Exception {
        if (!config.isJetStream()) {
            return Transport.super.service(requests, group, replies, acknowledgements);
        }
        Connection connection = connect("service");
        Subscription subscription = subscribe(connection, requests, group);
        return new ServiceEnds(subscription, streamPublisher(connection, ownSubjects(replies), acknowledgements));
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        return channel.existing() ? existing(channel) : subscribe(connect("subscription"), channel, group);
    }

    private Subscription subscribe(Connection connection, Channel channel, String group) throws Exception {
        Subjects subjects = subjects(channel);
        String name = subjects.name();
        String subject = subjects.all();
        try {
            Subscription subscription = config.isJetStream()
                    ? comingUp.ask(() -> consumers.ofStream(connection, name, subject, group))
                    : consumers.ofSubject(connection, subject, group);
            // The answer says that the server knows the subscription.
            Rights.awaitRefusal(connection);
            return subscription;
        } catch (IOException | JetStreamApiException e) {
            Connections.close(connection);
            throw new TransportException(
                    "consumer of " + name + ": " + e.getMessage() + "; check permissions and consumerOptions", e);
        } catch (TransportException e) {
            Connections.close(connection);
            throw e;
        }
    }

    private Subscription existing(Channel channel) throws InterruptedException {
        Connection connection = connect("subscription");
        try {
            Subscription subscription =
                    consumers.ofExisting(connection, channel.isInbox() ? channel.name() + "*" : channel.name());
            Rights.awaitRefusal(connection, "let this user subscribe to " + channel.name());
            return subscription;
        } catch (TransportException | InterruptedException e) {
            Connections.close(connection);
            throw e;
        }
    }

    @Override
    public Guarantees guarantees() {
        return NatsGuarantees.of(config, context.channels().parts().services());
    }

    @Override
    public Duration redelivery() {
        return config.messaging().redelivery();
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
        subjects(channel);
    }

    @Override
    public String address() {
        return servers.addressFor(context);
    }

    @Override
    public List<FaultTarget> faultTargets() {
        if (!servers.areOwn()) {
            return List.of();
        }
        return config.hasLeader()
                ? RoleTarget.all(servers.nodes(), () -> EmbeddedNats.number(streams.leader()))
                : List.copyOf(servers.nodes());
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
        connections.await();
        // Embedded servers take their streams with them.
        if (!servers.areOwn()) {
            streams.delete(() -> new NatsSweeper(connect("sweeper")));
        }
        Connections.close(control);
        servers.close();
    }
}
