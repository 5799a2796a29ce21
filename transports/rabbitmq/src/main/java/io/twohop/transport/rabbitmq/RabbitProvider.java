package io.twohop.transport.rabbitmq;

import io.twohop.config.Texts;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.Mark;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServerProvider;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code rabbitmq} transport. */
public final class RabbitProvider implements ServerProvider<RabbitConfig> {
    /** The server's own, in 3.10. */
    private static final int MOST_BYTES = 134_217_728;

    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public String description() {
        return "RabbitMQ, classic and quorum queues: a server of its own on this machine, or yours";
    }

    @Override
    public List<String> files() {
        return List.of("rabbitmq.yaml", "rabbitmq-transient.yaml", "rabbitmq-quorum.yaml");
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(1_000, "the server runs a process for each queue");
    }

    @Override
    public Set<Envelope.Part> carries() {
        return EnumSet.allOf(Envelope.Part.class);
    }

    @Override
    public Set<Mark.Part> marks(RabbitConfig config) {
        return EnumSet.of(Mark.Part.FIELD, Mark.Part.HEADER, Mark.Part.INBOX);
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public Transport open(RabbitConfig config, RunContext context) throws Exception {
        return new RabbitTransport(config, context);
    }

    @Override
    public boolean isExternal(RabbitConfig config) {
        return config.servers().areExternal();
    }

    @Override
    public List<String> addresses(RabbitConfig config) {
        return config.servers().external().map(List::of).orElse(List.of());
    }

    /** Returns the queues: one for each topic of a hop and group, with keys one for each consumer, and the exchanges before them. */
    @Override
    public Footprint footprint(RabbitConfig config, RunContext context) {
        int topics = context.channels().hops() * context.channels().topics();
        int subscribers = context.channels().subscribers();
        boolean fansOut = subscribers > 1;
        boolean hasKeys = context.traffic().envelope().keys() > 0;
        int groups = topics + (subscribers - 1) * context.channels().topics();
        int queues = hasKeys ? groups * config.consumers() : groups;
        int exchanges = (fansOut || hasKeys ? topics : 0) + (fansOut && hasKeys ? groups : 0);
        List<String> creates = new ArrayList<>();
        creates.add(queues + (queues == 1 ? " queue" : " queues"));
        if (exchanges > 0) {
            creates.add(exchanges + (exchanges == 1 ? " exchange" : " exchanges"));
        }
        return new Footprint(creates, topics, 1);
    }

    @Override
    public Sweeper sweeper(RabbitConfig config) throws InterruptedException {
        return RabbitTransport.sweeper(config);
    }

    @Override
    public List<String> faultTargets(RabbitConfig config) {
        if (config.servers().areExternal()) {
            return List.of(Fault.CONSUMER);
        }
        List<String> names = ServerProcess.names(1);
        names.add(Fault.CONSUMER);
        names.add(Fault.NETWORK);
        if (config.queue() != RabbitConfig.Kind.TRANSIENT) {
            names.add(Fault.DISK);
        }
        return names;
    }

    @Override
    public SharedServer server(RabbitConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return RabbitTransport.start(config, host, data, logs);
    }

    @Override
    public List<String> findings() {
        return List.of(RabbitProgram.describe());
    }

    @Override
    public void check(RabbitConfig config, RunContext context) {
        int bytes = context.traffic().maxMessageBytes();
        if (bytes > MOST_BYTES) {
            throw new TransportException(
                    Texts.format("messages of %,d bytes (expected: at most %,d over RabbitMQ)", bytes, MOST_BYTES));
        }
        if (!config.servers().areExternal() && context.server() == null) {
            RabbitProgram.find(Optional.ofNullable(config.servers().server()));
        }
    }
}
