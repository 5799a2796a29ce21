package io.twohop.transport;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.twohop.config.Sections;
import io.twohop.workload.Dimension;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Names a transport, its configuration and the way to open it. Found by {@link java.util.ServiceLoader}; one per module.
 *
 * <p>The bench process asks every method but {@link #open}, which runs in the process that measures. A provider must
 * therefore load without its client library's own flags, and cheaply.
 *
 * @param <C> the record that a transport file's own keys are bound to, validated in its compact constructor; {@link NoKeys}
 *     for none
 */
public interface TransportProvider<C extends Record> {
    /** The name that a transport file gives as {@code transport:}. Lower case, unique; the class's by default. */
    default String name() {
        return getClass().getName();
    }

    /** One line for {@code bench list}. */
    default String description() {
        return "";
    }

    /** The class of the configuration. By default the type argument that the provider's class declares. */
    @SuppressWarnings("unchecked")
    default Class<C> configType() {
        JavaType type = TypeFactory.defaultInstance().constructType(getClass());
        Class<?> config = type.findTypeParameters(TransportProvider.class)[0].getRawClass();
        if (!config.isRecord()) {
            throw new IllegalStateException(getClass().getName()
                    + " does not say which record its configuration is: implement TransportProvider<Config>");
        }
        return (Class<C>) config;
    }

    /**
     * Opens the transport: connects, creates the channels that do not exist, starts what it needs.
     *
     * @throws TransportException when the configuration cannot work here, with the remedy in its message
     * @throws Exception for any other failure; it ends the run
     */
    Transport open(C config, RunContext context) throws Exception;

    /** The transport files this module carries as class path resources, such as {@code chronicle.yaml}. */
    default List<String> files() {
        return List.of();
    }

    /** JVM options that the measuring process needs, such as {@code --add-opens}. */
    default List<String> jvmFlags() {
        return List.of();
    }

    /** Why the transport cannot run on this machine, with the remedy; empty when it can. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }

    /** What the transport would use of this machine, such as a server's binary: a line each, for {@code bench doctor}. */
    default List<String> findings() {
        return List.of();
    }

    /**
     * The key of this transport's files that sets what a workload may vary; empty where there is no such thing. By default
     * the key of that name, where the configuration has one.
     */
    default Optional<String> keyOf(Dimension dimension) {
        return Optional.of(dimension.key())
                .filter(key -> Sections.components(configType()).stream()
                        .anyMatch(component -> component.getName().equals(key)));
    }

    /** Over how many topics a hop may be spread; past it a run is refused before anything is started. */
    default TopicLimit topicLimit() {
        return TopicLimit.ONE;
    }

    /**
     * What faults can be done to, of what {@link #open} would open and start: the names of {@link Transport#faultTargets()},
     * and {@link io.twohop.workload.Fault#NETWORK} and {@link io.twohop.workload.Fault#DISK} where it uses those of the run.
     */
    default List<String> faultTargets(C config) {
        return List.of();
    }

    /** Whether another process can open the transport for the same run, with {@link RunContext#joins()}. */
    default boolean spansProcesses() {
        return false;
    }

    /**
     * What it can send beside a payload; nothing by default. Of what a run wants besides, it is refused before anything is started.
     * With keys, each message has one: see {@link Publisher#key}.
     */
    default Set<Envelope.Part> carries() {
        return Set.of();
    }

    /**
     * Whether each of several groups gets every message of a channel: see {@link Transport#subscribe}. A run that wants it of
     * one that does not is refused before anything is started.
     */
    default boolean fansOut() {
        return false;
    }

    /** What {@link #open} would refuse about this machine: asked before anything is started. */
    default void check(C config, RunContext context) {}
}
