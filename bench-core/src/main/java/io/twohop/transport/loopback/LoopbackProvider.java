package io.twohop.transport.loopback;

import io.twohop.transport.RunContext;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import java.util.List;

/** The {@code loopback} transport. */
public final class LoopbackProvider implements TransportProvider<LoopbackConfig> {
    @Override
    public String name() {
        return "loopback";
    }

    @Override
    public String description() {
        return "in-process memory: the harness's own floor";
    }

    @Override
    public Transport open(LoopbackConfig config, RunContext context) {
        return new LoopbackTransport(
                config, context.traffic().maxMessageBytes(), context.channels().subscribers());
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(10_000, "each has an account of its own");
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public List<String> files() {
        return List.of("loopback.yaml");
    }
}
