package io.twohop.transport.natsstreaming;

import io.nats.client.Nats;
import io.nats.streaming.NatsStreaming;
import io.nats.streaming.StreamingConnection;
import io.nats.streaming.SubscriptionOptions;
import io.twohop.finding.Finding;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.kit.PendingRequest;
import io.twohop.transport.kit.ServerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A subject for each channel; a connection for each publisher and subscription. */
final class StreamingTransport implements Transport {
    private final StreamingConfig config;
    private final RunContext context;
    private final EmbeddedStreaming server;
    private final StreamingIncidents incidents;
    private int ends;

    StreamingTransport(StreamingConfig config, RunContext context) throws IOException, InterruptedException {
        this.config = config;
        this.context = context;
        this.incidents = new StreamingIncidents(context.notices());
        this.server = new EmbeddedStreaming(config, context);
    }

    static String clientVersion() {
        return NatsStreaming.class.getPackage().getImplementationVersion();
    }

    private StreamingConnection connect() throws IOException, InterruptedException {
        return NatsStreaming.connect(
                context.runId(),
                "end-" + ends++,
                server.options()
                        .maxPubAcksInFlight(config.maxInFlight())
                        .errorListener(incidents)
                        .connectionLostHandler(incidents)
                        .build());
    }

    @Override
    public StreamingPublisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception {
        return new StreamingPublisher(connect(), channel.name(), config.maxInFlight(), acknowledgements, incidents);
    }

    @Override
    public ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements)
            throws Exception {
        StreamingPublisher publisher = publisher(replies, acknowledgements);
        return new ServiceEnds(subscribe(requests, group, publisher::answer), publisher);
    }

    @Override
    public Subscription subscribe(Channel channel, String group) throws Exception {
        return subscribe(channel, group, request -> {});
    }

    private Subscription subscribe(Channel channel, String group, Consumer<PendingRequest> replies) throws Exception {
        return new StreamingSubscription(
                connect(),
                channel.name(),
                group,
                config.maxUnacknowledged(),
                context.traffic().maxMessageBytes(),
                incidents,
                replies);
    }

    @Override
    public Guarantees guarantees() {
        return new Guarantees(Delivery.AT_LEAST_ONCE, false, true, config.durability(), 1);
    }

    @Override
    public Duration redelivery() {
        return SubscriptionOptions.DEFAULT_ACK_WAIT;
    }

    @Override
    public boolean pollBlocks() {
        return true;
    }

    @Override
    public Map<String, String> versions() {
        return Map.of(
                "java-nats-streaming",
                clientVersion(),
                "jnats",
                Nats.CLIENT_VERSION,
                "nats-streaming-server",
                server.version());
    }

    @Override
    public List<FaultTarget> faultTargets() {
        return List.of(server.process());
    }

    @Override
    public List<Finding> incidents() {
        List<Finding> all = new ArrayList<>(ServerProcess.incidents(List.of(server.process())));
        all.addAll(incidents.list());
        return all;
    }

    @Override
    public void close() {
        server.close();
    }
}
