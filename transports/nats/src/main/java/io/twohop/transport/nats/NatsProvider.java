package io.twohop.transport.nats;

import io.nats.client.Nats;
import io.twohop.config.Texts;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServerProvider;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.RoleTarget;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.transport.nats.server.NatsServer;
import io.twohop.workload.Dimension;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code nats} transport. */
public final class NatsProvider implements ServerProvider {
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
    public Class<? extends Record> configType() {
        return NatsConfig.class;
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
    public Set<Envelope.Part> carries() {
        return EnumSet.allOf(Envelope.Part.class);
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public Transport open(Record config, RunContext context) throws Exception {
        return new NatsTransport((NatsConfig) config, context);
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public boolean isExternal(Record config) {
        return ((NatsConfig) config).broker() == Broker.EXTERNAL;
    }

    @Override
    public List<String> addresses(Record config) {
        return isExternal(config) ? List.of(((NatsConfig) config).url().split(",")) : List.of();
    }

    /** Of core NATS nothing stays, and a stream holds all topics of a hop. */
    @Override
    public Footprint footprint(Record config, RunContext context) {
        NatsConfig nats = (NatsConfig) config;
        if (!nats.isJetStream()) {
            return new Footprint(
                    List.of(), context.channels().hops() * context.channels().topics(), 1);
        }
        int streams = context.channels().hops();
        return new Footprint(List.of(streams + (streams == 1 ? " stream" : " streams")), streams, nats.replicas());
    }

    @Override
    public Sweeper sweeper(Record config) throws InterruptedException {
        return NatsTransport.sweeper((NatsConfig) config);
    }

    @Override
    public List<String> faultTargets(Record config) {
        NatsConfig nats = (NatsConfig) config;
        if (nats.broker() == Broker.EXTERNAL) {
            return List.of();
        }
        List<String> names = nats.hasLeader() ? RoleTarget.names(nats.nodes()) : ServerProcess.names(nats.nodes());
        names.add(Fault.NETWORK);
        if (nats.isJetStream()) {
            names.add(Fault.DISK);
        }
        return names;
    }

    /** Its server has JetStream or not, as the file's mode says. */
    @Override
    public SharedServer server(Record config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return NatsTransport.start((NatsConfig) config, host, data, logs);
    }

    @Override
    public List<String> findings() {
        return List.of("jnats " + Nats.CLIENT_VERSION, NatsServer.describe());
    }

    /** Fetches the server where it is not there yet, which may take longer than a fork may take to start. */
    @Override
    public void check(Record config, RunContext context) {
        NatsConfig nats = (NatsConfig) config;
        NatsOptions.checkFiles(nats);
        long subjects =
                Subjects.count(context.channels().topics(), context.traffic().envelope());
        if (subjects > MOST_SUBJECTS) {
            throw new TransportException(Texts.format(
                    "topics: %,d with %,d keys each = %,d subjects (expected: at most %,d over nats: the server keeps"
                            + " something for each subject that a message came to)",
                    context.channels().topics(), context.traffic().envelope().keys(), subjects, MOST_SUBJECTS));
        }
        if (nats.broker() == Broker.EMBEDDED) {
            MaxPayload.checkEmbedded(nats.serverConfig(), MaxPayload.of(context));
            NatsServer.find(nats.server());
        }
    }
}
