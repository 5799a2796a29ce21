package io.twohop.transport.jms;

import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Given;
import io.twohop.config.Secrets;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Mark;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServerProvider;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.jms.broker.BrokerKind;
import io.twohop.transport.kit.ServerProcess;
import io.twohop.workload.Dimension;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The {@code jms} transport. */
public final class JmsProvider implements ServerProvider<JmsConfig> {
    private static final String IBM = "com.ibm.msg.client.commonservices.";

    @Override
    public String name() {
        return "jms";
    }

    @Override
    public String description() {
        return "JMS (jakarta.jms): Artemis or ActiveMQ Classic on this machine, or your provider";
    }

    @Override
    public List<String> files() {
        return List.of("jms.yaml", "jms-persistent.yaml", "jms-classic.yaml");
    }

    @Override
    public Optional<String> keyOf(Dimension dimension) {
        return dimension == Dimension.CONSUMERS ? Optional.of("consumers") : Optional.empty();
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(1_000, "a consumer asks each queue in turn");
    }

    @Override
    public Set<Envelope.Part> carries() {
        return EnumSet.allOf(Envelope.Part.class);
    }

    @Override
    public Set<Mark.Part> marks(JmsConfig config) {
        return EnumSet.of(Mark.Part.FIELD, Mark.Part.HEADER, Mark.Part.INBOX);
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public List<String> classPath(JmsConfig config) {
        return config.isExternal()
                ? List.of()
                : config.kind().jar().map(jar -> List.of(jar.toString())).orElse(List.of());
    }

    @Override
    public List<String> jvmFlags() {
        return List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    }

    @Override
    public Transport open(JmsConfig config, RunContext context) throws Exception {
        placeLog(Optional.of(context.logDirectory()).filter(Files::isDirectory));
        return new JmsTransport(config, context);
    }

    /** The client of IBM MQ would write its log into the working directory. It goes among a run's logs; without a run, nowhere. */
    private static void placeLog(Optional<Path> directory) {
        directory.ifPresent(logs -> {
            System.setProperty(IBM + "log.outputName", logs.resolve("mqjms.log").toString());
            System.setProperty(IBM + "ffst.outputName", logs.toString());
        });
        System.setProperty(IBM + "log.status", directory.isPresent() ? "ON" : "OFF");
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public boolean isExternal(JmsConfig config) {
        return config.isExternal();
    }

    @Override
    public List<String> faultTargets(JmsConfig config) {
        List<String> names = new ArrayList<>();
        if (!config.isExternal()) {
            names.addAll(ServerProcess.names(1));
            names.add(Fault.NETWORK);
            if (config.persistent()) {
                names.add(Fault.DISK);
            }
        }
        names.add(Fault.CONSUMER);
        return names;
    }

    @Override
    public SharedServer server(JmsConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return JmsTransport.start(config, host, data, logs, JvmRecorder.NONE);
    }

    @Override
    public Footprint footprint(JmsConfig config, RunContext context) {
        if (config.client().existing().hasQueues()) {
            return new Footprint(List.of(), 2, 1);
        }
        int queues = context.channels().hops() * context.channels().topics();
        return new Footprint(List.of(queues + (queues == 1 ? " queue" : " queues")), queues, 1);
    }

    @Override
    public Sweeper sweeper(JmsConfig config) throws InterruptedException {
        placeLog(Optional.empty());
        return JmsTransport.sweeper(config);
    }

    @Override
    public List<String> findings() {
        return Arrays.stream(BrokerKind.values())
                .map(kind -> kind.classPath()
                        .map(path -> Enums.text(kind) + " broker " + path)
                        .orElse("no " + Enums.text(kind) + " broker (its jar is not beside transport-jms's)"))
                .toList();
    }

    @Override
    public boolean hides(JmsConfig config, String key) {
        return (key.startsWith("setters.") || key.startsWith("jndi.")) && isHidden(key);
    }

    /** Whether the name of a setting may belong to a secret: vendors have their own names for them. */
    static boolean isHidden(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Secrets.isSecret(name)
                || lower.contains("credential")
                || lower.contains("token")
                || lower.contains("pass")
                || lower.contains("secret")
                || lower.endsWith("pwd");
    }

    @Override
    public void check(JmsConfig config, RunContext context) {
        AcknowledgeMode.of(config);
        RunContext.Channels channels = context.channels();
        JmsConfig.Existing existing = config.client().existing();
        Given.of("body", existing.body())
                .map(Enums::text)
                .onlyIf(
                        channels.areExisting(),
                        "absent without a deployed service, since the run's own messages are bytes");
        Given.of("requests", existing.requests())
                .onlyIf(
                        !channels.areExisting(),
                        "absent with a deployed service, whose places the workload or 'deployed' names");
        if (!existing.hasQueues()) {
            return;
        }
        if (channels.topics() > 1
                || channels.subscribers() > 1
                || channels.parts().loads() > 1) {
            throw ConfigException.invalid(
                    "requests",
                    existing.requests(),
                    "absent with several topics, subscribers or loads, which need queues of the run's own");
        }
    }
}
