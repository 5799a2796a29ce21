package io.twohop.transport.nats;

import io.nats.client.Nats;
import io.twohop.config.Texts;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.Mark;
import io.twohop.transport.PlannedBacklog;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServerProvider;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RoleTarget;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.nats.server.NatsServer;
import io.twohop.workload.Dimension;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The {@code nats} transport. */
public final class NatsProvider implements ServerProvider<NatsConfig> {
    private static final long MOST_SUBJECTS = 1_000_000;

    @Override
    public String name() {
        return "nats";
    }

    @Override
    public String description() {
        return "NATS, core and JetStream: a server of its own on this machine, or yours";
    }

    @Override
    public List<String> files() {
        return List.of(
                "nats.yaml",
                "jetstream-memory.yaml",
                "jetstream-file.yaml",
                "jetstream-fsync.yaml",
                "jetstream-r3.yaml",
                "jetstream-sync-publish.yaml");
    }

    @Override
    public Map<String, String> keysOf(Map<String, String> settings) {
        return NatsContext.keysOf(settings);
    }

    @Override
    public Optional<String> keyOf(Dimension dimension) {
        return switch (dimension) {
            case REPLICATION -> Optional.of("replicas");
            case CONSUMERS -> Optional.of("consumers");
            case PARTITIONS -> Optional.empty();
        };
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(100_000, "the server keeps something for each subject that a message came to");
    }

    @Override
    public Set<Mark.Part> marks(NatsConfig config) {
        // A stream takes the reply's subject for its acknowledgement.
        return config.isJetStream()
                ? EnumSet.of(Mark.Part.FIELD, Mark.Part.HEADER)
                : EnumSet.of(Mark.Part.FIELD, Mark.Part.HEADER, Mark.Part.INBOX);
    }

    @Override
    public Set<Envelope.Part> carries() {
        return EnumSet.allOf(Envelope.Part.class);
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public Transport open(NatsConfig config, RunContext context) throws Exception {
        return new NatsTransport(config, context);
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public boolean isExternal(NatsConfig config) {
        return config.servers().areExternal();
    }

    @Override
    public List<String> addresses(NatsConfig config) {
        return config.servers().external().map(urls -> List.of(urls.split(","))).orElse(List.of());
    }

    /** Returns the streams: one holds all topics of a hop; core NATS stores nothing. */
    @Override
    public Footprint footprint(NatsConfig config, RunContext context) {
        if (!config.isJetStream()) {
            return new Footprint(
                    List.of(), context.channels().hops() * context.channels().topics(), 1);
        }
        int streams = context.channels().hops();
        return new Footprint(
                List.of(streams + (streams == 1 ? " stream" : " streams")),
                streams,
                config.messaging().replicas());
    }

    @Override
    public Sweeper sweeper(NatsConfig config) throws InterruptedException {
        return NatsTransport.sweeper(config);
    }

    @Override
    public List<String> faultTargets(NatsConfig config) {
        List<String> consumer = config.isJetStream() ? List.of(Fault.CONSUMER) : List.of();
        if (config.servers().areExternal()) {
            return consumer;
        }
        List<String> names = config.hasLeader()
                ? RoleTarget.names(config.servers().nodes())
                : ServerProcess.names(config.servers().nodes());
        names.addAll(consumer);
        names.add(Fault.NETWORK);
        if (config.isJetStream()) {
            names.add(Fault.DISK);
        }
        return names;
    }

    /** Starts servers, with JetStream if the file's mode needs it. */
    @Override
    public SharedServer server(NatsConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return NatsTransport.start(config, host, data, logs);
    }

    @Override
    public List<String> findings() {
        return List.of("jnats " + Nats.CLIENT_VERSION, NatsServer.describe());
    }

    @Override
    public boolean hides(NatsConfig config, String key) {
        String name = key.substring(key.indexOf('.') + 1);
        return key.startsWith("client.")
                && !NatsOptions.isKnown(name)
                && !config.access().showProperties().contains(name);
    }

    @Override
    public void checkBacklog(NatsConfig config, RunContext context, PlannedBacklog backlog) {
        BacklogLimits.check(config.messaging(), backlog);
    }

    /** Checks the configuration, and downloads the server: that may take longer than a fork may take to start. */
    @Override
    public void check(NatsConfig config, RunContext context) {
        NatsOptions.checkFiles(config);
        long subjects =
                Subjects.count(context.channels().topics(), context.traffic().envelope());
        if (subjects > MOST_SUBJECTS) {
            throw new TransportException(Texts.format(
                    "topics: %,d with %,d keys each = %,d subjects (expected: at most %,d over nats: the server keeps"
                            + " something for each subject that a message came to)",
                    context.channels().topics(), context.traffic().envelope().keys(), subjects, MOST_SUBJECTS));
        }
        if (!config.servers().areExternal()) {
            MaxPayload.checkEmbedded(config.servers().serverConfig(), MaxPayload.of(context));
            NatsServer.find(config.servers().server());
        }
    }
}
