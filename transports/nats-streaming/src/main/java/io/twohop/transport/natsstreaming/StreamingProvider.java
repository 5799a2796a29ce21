package io.twohop.transport.natsstreaming;

import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.workload.Fault;
import java.util.List;
import java.util.Optional;

/** The {@code nats-streaming} transport. */
public final class StreamingProvider implements TransportProvider<StreamingConfig> {
    /**
     * Allows the client's generated classes, which are of 2019: without it, protobuf-java since 3.25.6 composes a warning about them for each
     * message. A hostile server could make such classes waste memory; the one here is started for the run.
     */
    private static final String OLD_CLASSES = "com.google.protobuf.use_unsafe_pre22_gencode";

    @Override
    public String name() {
        return "nats-streaming";
    }

    @Override
    public String description() {
        return "NATS Streaming, the retired predecessor of JetStream: a server of its own on this machine";
    }

    @Override
    public List<String> files() {
        return List.of("nats-streaming-memory.yaml", "nats-streaming-file.yaml", "nats-streaming-fsync.yaml");
    }

    @Override
    public Transport open(StreamingConfig config, RunContext context) throws Exception {
        System.setProperty(OLD_CLASSES, "");
        return new StreamingTransport(config, context);
    }

    @Override
    public List<String> faultTargets(StreamingConfig config) {
        List<String> names = ServerProcess.names(1);
        names.addAll(List.of(Fault.NETWORK, Fault.DISK));
        return names;
    }

    @Override
    public Optional<String> unavailable() {
        return StreamingServer.unavailable();
    }

    @Override
    public List<String> findings() {
        return List.of("java-nats-streaming " + StreamingTransport.clientVersion(), StreamingServer.describe());
    }

    /** Checks the configuration, and builds the server: that takes longer than a fork may take to start. */
    @Override
    public void check(StreamingConfig config, RunContext context) {
        StreamingServer.find(config.server());
    }
}
