package io.twohop.transport.aeron;

import io.twohop.transport.Mark;
import io.twohop.transport.RunContext;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.transport.aeron.driver.OwnDriver;
import io.twohop.workload.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The {@code aeron} transport. */
public final class AeronProvider implements TransportProvider<AeronConfig> {
    @Override
    public String name() {
        return "aeron";
    }

    @Override
    public String description() {
        return "Aeron over shared memory, UDP and its archive: a media driver of its own, or yours";
    }

    @Override
    public List<String> files() {
        return List.of("aeron-ipc.yaml", "aeron-udp.yaml", "aeron-archive.yaml");
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(
                Streams.MOST_TOPICS, "each is a stream with log buffers of its own, and polling looks at every one");
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public Transport open(AeronConfig config, RunContext context) throws Exception {
        check(config, context);
        return new AeronTransport(config, context);
    }

    @Override
    public void check(AeronConfig config, RunContext context) {
        AeronChecks.check(config, context);
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public List<String> faultTargets(AeronConfig config) {
        List<String> names = new ArrayList<>();
        if (config.mediaDriver().driver() == AeronConfig.Driver.PROCESS) {
            names.add(OwnDriver.NAME);
        }
        if (config.media().mode() == AeronConfig.Mode.UDP && config.media().networkInterface() == null) {
            names.add(Fault.NETWORK);
        }
        if (config.media().mode() == AeronConfig.Mode.ARCHIVE && config.media().isPrivate()) {
            names.add(Fault.DISK);
        }
        return names;
    }

    /** A message has a payload and nothing beside it. Nobody else's stream has a recording that the bench could replay. */
    @Override
    public Set<Mark.Part> marks(AeronConfig config) {
        return config.media().mode() == AeronConfig.Mode.ARCHIVE ? Set.of() : Set.of(Mark.Part.FIELD);
    }

    @Override
    public List<String> jvmFlags() {
        return OwnDriver.jvmFlags();
    }
}
