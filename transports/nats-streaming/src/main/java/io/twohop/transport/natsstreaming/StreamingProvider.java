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
