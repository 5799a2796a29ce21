package io.twohop.registry;

import io.twohop.config.YamlDocument;
import io.twohop.transport.Footprint;
import io.twohop.transport.Mark;
import io.twohop.transport.PlannedBacklog;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServerProvider;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Sweeper;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A transport with the configuration that its file gives it.
 *
 * @param <C> the type of the configuration
 */
public record ConfiguredTransport<C extends Record>(TransportProvider<C> provider, C config) {
    /** Binds a document of the transport's own keys. */
    static <C extends Record> ConfiguredTransport<C> of(TransportProvider<C> provider, YamlDocument own) {
        return new ConfiguredTransport<>(provider, own.bind(provider.configType(), TransportFile.COMMON_KEYS));
    }

    public void check(RunContext context) {
        provider.check(config, context);
    }

    /** Calls {@link TransportProvider#checkBacklog}. */
    public void checkBacklog(RunContext context, PlannedBacklog backlog) {
        provider.checkBacklog(config, context, backlog);
    }

    public Transport open(RunContext context) throws Exception {
        return provider.open(config, context);
    }

    /** Calls {@link TransportProvider#classPath}. */
    public List<String> classPath() {
        return provider.classPath(config);
    }

    /** Calls {@link TransportProvider#hides}. */
    boolean hides(String key) {
        return provider.hides(config, key);
    }

    /** Parts of a message in which a request's number reaches a deployed service and comes back. */
    public Set<Mark.Part> marks() {
        return provider.marks(config);
    }

    /** Names of what faults can hit. */
    public List<String> faultTargets() {
        return provider.faultTargets(config);
    }

    /** Its servers; empty for a transport without any. */
    public Optional<Servers<C>> servers() {
        return provider instanceof ServerProvider<C> servers
                ? Optional.of(new Servers<>(servers, config))
                : Optional.empty();
    }

    /**
     * The servers of a transport, as its file describes them.
     *
     * @param <C> the type of the configuration
     */
    public record Servers<C extends Record>(ServerProvider<C> provider, C config) {
        /** Whether they outlive runs, since nobody here starts them. */
        public boolean areExternal() {
            return provider.isExternal(config);
        }

        /** Addresses of external servers, as the client takes them. */
        public List<String> addresses() {
            return provider.addresses(config);
        }

        /** Returns the topics, streams and data that a run creates on them. */
        public Footprint footprint(RunContext context) {
            return provider.footprint(config, context);
        }

        /** Connects to external servers, to delete what runs left there. */
        public Sweeper sweeper() throws InterruptedException {
            return provider.sweeper(config);
        }

        SharedServer start(String host, Path data, Path logs) throws IOException, InterruptedException {
            return provider.server(config, host, data, logs);
        }
    }
}
