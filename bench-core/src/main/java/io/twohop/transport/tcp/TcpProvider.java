package io.twohop.transport.tcp;

import io.twohop.transport.RunContext;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Fault;
import java.util.List;

/** The {@code tcp} transport. */
public final class TcpProvider implements TransportProvider<TcpConfig> {
    private static final int MOST_TOPICS = 500;

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public String description() {
        return "sockets without a broker: what the kernel costs";
    }

    @Override
    public Transport open(TcpConfig config, RunContext context) {
        return new TcpTransport(config, context.traffic().maxMessageBytes(), context.dataDirectory());
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(MOST_TOPICS, "each has connections of its own");
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public List<String> faultTargets(TcpConfig config) {
        return config.sockets() == TcpConfig.Family.TCP ? List.of(Fault.NETWORK) : List.of();
    }

    @Override
    public List<String> files() {
        return List.of("tcp.yaml", "tcp-spin.yaml", "unix.yaml");
    }
}
