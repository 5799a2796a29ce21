package io.twohop.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Secrets;
import io.twohop.config.YamlDocument;
import io.twohop.demand.Limits;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Dimension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A transport's YAML file: the transport, the codec, and the transport's own keys.
 *
 * @param name the file's name without {@code .yaml}
 * @param common the keys that every transport file may have
 * @param own the transport's own keys, for its provider's configuration
 * @param whole the document with overrides applied
 * @param server the address of the server that the file stands for; empty if each run starts its own
 * @param given a provider that is an object of this JVM; empty for the provider of the transport's name
 */
public record TransportFile(
        String name,
        Common common,
        YamlDocument own,
        YamlDocument whole,
        Optional<String> server,
        Optional<TransportProvider<?>> given) {
    public static final Set<String> COMMON_KEYS =
            Set.of("description", "transport", "codec", "clientJars", "limits", "deployed");

    public record Common(
            @Help("one line that bench list shows") String description,
            @Help("the provider's name") String transport,
            @Help("the codec's name; json by default") String codec,

            @Help("jars put before the transport's own, to replace its client library")
            List<String> clientJars,

            @Help("limits on the load that runs may put on the servers; none by default")
            Limits limits,

            @Help("where a deployed service is, instead of where the workload says")
            DeployedAt deployed) {
        public Common {
            if (transport == null) {
                throw ConfigException.invalid("transport", "absent", "the name of a transport, such as chronicle");
            }
            description = Given.of("description", description).or("");
            codec = Given.of("codec", codec).or("json");
            clientJars = Given.of("clientJars", clientJars).map(List::copyOf).or(List.of());
            limits = Given.of("limits", limits).or(Limits.NONE);
            deployed = Given.of("deployed", deployed).or(DeployedAt.AS_WORKLOAD);
            for (String jar : clientJars) {
                if (!Files.isRegularFile(Path.of(jar))) {
                    throw ConfigException.invalid("clientJars", jar, "a jar file that exists");
                }
            }
        }
    }

    public TransportProvider<?> provider() {
        return given.orElseGet(() -> Providers.transport(common.transport()));
    }

    /** Returns the transport with its own keys bound to its configuration; errors name the place in this file. */
    public ConfiguredTransport<?> configured() {
        return ConfiguredTransport.of(provider(), own);
    }

    /** Returns the whole file as results show it, without secrets. */
    public JsonNode shown() {
        return Secrets.redact(whole.toTree(), configured()::hides);
    }

    /** Returns the servers that the file describes; empty for a transport without any. */
    public Optional<? extends ConfiguredTransport.Servers<?>> servers() {
        return configured().servers();
    }

    /** Returns whether the file describes external servers. */
    public boolean isForeign() {
        return servers().filter(ConfiguredTransport.Servers::areExternal).isPresent();
    }

    /**
     * Starts the server that each run would start, for several runs to use; empty if runs start none.
     *
     * @param host the address that clients reach it by
     * @param data a private, empty directory, deleted after the server's end
     */
    public Optional<SharedServer> startServer(String host, Path data, Path logs)
            throws IOException, InterruptedException {
        Optional<? extends ConfiguredTransport.Servers<?>> own = servers().filter(servers -> !servers.areExternal());
        return own.isEmpty() ? Optional.empty() : Optional.of(own.get().start(host, data, logs));
    }

    /** @throws TransportException if the transport cannot run on this machine */
    public void checkAvailable() {
        provider().unavailable().ifPresent(why -> {
            throw new TransportException(common.transport() + ": not available here: " + why);
        });
    }

    /** Refuses names that are not on the class path, and keys that the transport does not take, with their place. */
    public void checkNames() {
        try {
            provider();
            Providers.codec(common.codec());
        } catch (ConfigException e) {
            throw whole.located(e);
        }
        configured();
    }

    /**
     * Returns this file with the dimensions that a workload's cell sets.
     *
     * @throws ConfigException if the transport does not have one
     */
    public TransportFile with(Map<Dimension, Integer> dimensions) {
        YamlDocument changed = whole;
        for (Map.Entry<Dimension, Integer> entry : dimensions.entrySet()) {
            String name = entry.getKey().key();
            String key = provider()
                    .keyOf(entry.getKey())
                    .orElseThrow(() -> ConfigException.invalid(
                            name,
                            entry.getValue(),
                            "no " + name + " in the workload, since transport " + common.transport() + " has none"));
            String value = entry.getValue().toString();
            changed = changed.with(key, value, "the workload's " + name + ": " + value);
        }
        TransportFile split = of(changed);
        return new TransportFile(split.name, split.common, split.own, split.whole, server, given);
    }

    /** Returns this file for a server that runs already. */
    public TransportFile on(String address) {
        return new TransportFile(name, common, own, whole, Optional.of(address), given);
    }

    /** Returns this file for a server that runs already; this file itself without such a server. */
    public TransportFile on(Optional<String> address) {
        return address.map(this::on).orElse(this);
    }

    public TransportFile by(TransportProvider<?> provider) {
        return new TransportFile(name, common, own, whole, server, Optional.of(provider));
    }

    /** Splits a document into common and own keys. */
    public static TransportFile of(YamlDocument document) {
        OtherFormats.refuseTransport(document);
        return new TransportFile(
                document.name(),
                document.only(COMMON_KEYS).bind(Common.class),
                document.without(COMMON_KEYS),
                document,
                Optional.empty(),
                Optional.empty());
    }
}
