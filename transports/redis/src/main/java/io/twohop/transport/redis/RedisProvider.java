package io.twohop.transport.redis;

import io.twohop.config.ConfigException;
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
import io.twohop.transport.redis.RedisConfig.Aof;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The {@code redis} transport. */
public class RedisProvider implements ServerProvider<RedisConfig> {
    /** The server's default for one value. */
    private static final int MOST_BYTES = 536_870_912;

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String description() {
        return "Redis, streams and publish/subscribe: a server of its own on this machine, or yours";
    }

    @Override
    public List<String> files() {
        return List.of("redis.yaml", "redis-pubsub.yaml", "redis-aof.yaml");
    }

    /** The client's logger reports each connection otherwise. */
    @Override
    public List<String> jvmFlags() {
        return List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(1_000, "a consumer names all of its streams in each request");
    }

    @Override
    public Set<Envelope.Part> carries() {
        return EnumSet.allOf(Envelope.Part.class);
    }

    @Override
    public Set<Mark.Part> marks(RedisConfig config) {
        return config.hasStreams() ? EnumSet.of(Mark.Part.FIELD, Mark.Part.HEADER) : EnumSet.of(Mark.Part.FIELD);
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
    public Transport open(RedisConfig config, RunContext context) throws Exception {
        return new RedisTransport(config, context);
    }

    @Override
    public boolean isExternal(RedisConfig config) {
        return config.servers().areExternal();
    }

    @Override
    public List<String> addresses(RedisConfig config) {
        return config.servers().external().map(List::of).orElse(List.of());
    }

    /** Returns the streams, one for each topic of a hop; channels are not created. */
    @Override
    public Footprint footprint(RedisConfig config, RunContext context) {
        int topics = context.channels().hops() * context.channels().topics();
        return new Footprint(
                config.hasStreams() ? List.of(topics + (topics == 1 ? " stream" : " streams")) : List.of(), topics, 1);
    }

    @Override
    public Sweeper sweeper(RedisConfig config) {
        return RedisTransport.sweeper(config);
    }

    @Override
    public List<String> faultTargets(RedisConfig config) {
        List<String> consumer = config.hasStreams() ? List.of(Fault.CONSUMER) : List.of();
        if (config.servers().areExternal()) {
            return consumer;
        }
        List<String> names = ServerProcess.names(1);
        names.addAll(consumer);
        names.add(Fault.NETWORK);
        if (config.servers().aof() != Aof.NONE) {
            names.add(Fault.DISK);
        }
        return names;
    }

    @Override
    public SharedServer server(RedisConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return RedisTransport.start(config, host, data, logs);
    }

    @Override
    public List<String> findings() {
        return List.of(RedisProgram.describe());
    }

    @Override
    public void check(RedisConfig config, RunContext context) {
        int bytes = context.traffic().maxMessageBytes();
        if (bytes > MOST_BYTES) {
            throw new TransportException(
                    Texts.format("messages of %,d bytes (expected: at most %,d over Redis)", bytes, MOST_BYTES));
        }
        config.fields().checkDeployed(context.channels().areExisting());
        if (!config.hasStreams()) {
            checkChannels(context);
        }
        if (!config.servers().areExternal() && context.server() == null) {
            RedisProgram.find(Optional.ofNullable(config.servers().server()));
        }
    }

    private static void checkChannels(RunContext context) {
        context.traffic().envelope().parts().stream().findFirst().ifPresent(part -> {
            throw ConfigException.invalid(
                    part.key(),
                    "given",
                    "none, since published messages of Redis have no " + part.key() + "; mode: streams has");
        });
        if (context.channels().parts().services() > 1) {
            throw ConfigException.invalid(
                    "mode", "pubsub", "streams, where several services share messages: each would get all of them");
        }
    }
}
