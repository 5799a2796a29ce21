package io.twohop.transport;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.twohop.config.ConfigException;
import io.twohop.config.Sections;
import io.twohop.workload.Dimension;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Names a transport and opens it. {@link java.util.ServiceLoader} finds it; one per module.
 *
 * <p>The bench process calls every method but {@link #open}, which runs in the measuring process. So a provider must
 * load quickly, and without the JVM options that its client library needs.
 *
 * @param <C> the record that a transport file's own keys are bound to; its compact constructor validates them. {@link
 *     NoKeys} for none
 */
public interface TransportProvider<C extends Record> {
    /** The name for {@code transport:} in a file: lower case, unique; by default the class's name. */
    default String name() {
        return getClass().getName();
    }

    /** One line for {@code bench list}. */
    default String description() {
        return "";
    }

    /**
     * Class of the configuration: by default the type argument that the provider's class declares, or {@link NoKeys} for a
     * lambda, which can declare none.
     *
     * @throws IllegalStateException if the provider's class declares no record
     */
    @SuppressWarnings("unchecked")
    default Class<C> configType() {
        JavaType type = TypeFactory.defaultInstance().constructType(getClass());
        return (Class<C>) Arrays.stream(type.findTypeParameters(TransportProvider.class))
                .map(JavaType::getRawClass)
                .filter(Class::isRecord)
                .findFirst()
                .or(() -> getClass().isHidden() ? Optional.of(NoKeys.class) : Optional.empty())
                .orElseThrow(() -> new IllegalStateException(getClass().getName()
                        + " does not declare its configuration (expected: TransportProvider<YourRecord>, or"
                        + " TransportProvider<NoKeys>)"));
    }

    /**
     * Opens the transport: connects, creates the channels that do not exist, starts what it needs.
     *
     * @throws TransportException when the configuration cannot work here, with the remedy in its message
     * @throws Exception for any other failure; it ends the run
     */
    Transport open(C config, RunContext context) throws Exception;

    /** Transport files that this module carries as resources, such as {@code chronicle.yaml}. */
    default List<String> files() {
        return List.of();
    }

    /** JVM options that the measuring process needs, such as {@code --add-opens}. */
    default List<String> jvmFlags() {
        return List.of();
    }

    /**
     * Variables of the environment that the measuring process needs, such as those by which a client finds its credentials. It gets no
     * others but those that describe the machine and those that the user names.
     */
    default List<String> environment() {
        return List.of();
    }

    /** Jars that the measuring process needs for this configuration beside the module's own, such as one of several clients. */
    default List<String> classPath(C config) {
        return List.of();
    }

    /** Returns why the transport cannot run on this machine, with the remedy; empty if it can. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }

    /**
     * Returns what the transport would use of this machine, such as a server's binary: one line each, for {@code bench
     * doctor}.
     */
    default List<String> findings() {
        return List.of();
    }

    /**
     * Returns the key of this transport's files for a dimension that a workload varies; empty without one. By default
     * the key of the same name.
     */
    default Optional<String> keyOf(Dimension dimension) {
        return Optional.of(dimension.key())
                .filter(key -> Sections.components(configType()).stream()
                        .anyMatch(component -> component.getName().equals(key)));
    }

    /**
     * Returns the keys of this transport's files, with their values, that a file of the client's own stands for: Kafka's
     * {@code client.properties}, a context of NATS. The servers that it names are external ones.
     *
     * @param settings by their names in that file
     * @throws ConfigException for a setting without a counterpart, and if this transport's clients have no such files
     */
    default Map<String, String> keysOf(Map<String, String> settings) {
        throw ConfigException.invalid("transport", name(), "kafka or nats with --properties");
    }

    /** Limit on the topics of a hop; a run beyond it is rejected before it starts. */
    default TopicLimit topicLimit() {
        return TopicLimit.ONE;
    }

    /**
     * Names what faults could hit of what {@link #open} would start: the names of {@link Transport#faultTargets()}, and
     * {@link io.twohop.workload.Fault#NETWORK} and {@link io.twohop.workload.Fault#DISK} if the transport uses those of
     * the run. {@link io.twohop.workload.Fault#CONSUMER} is among them if the transport stores messages until they are taken.
     */
    default List<String> faultTargets(C config) {
        return List.of();
    }

    /** Whether another process can open the transport for the same run, with {@link RunContext#joins()}. */
    default boolean spansProcesses() {
        return false;
    }

    /**
     * Parts that the transport can send beside a payload, by default none. A run that needs others is rejected before
     * it starts. For keys see {@link Publisher#key}.
     */
    default Set<Envelope.Part> carries() {
        return Set.of();
    }

    /**
     * Whether each of several groups receives every message of a channel: see {@link Transport#subscribe}. Otherwise a
     * run with several subscribers is rejected before it starts.
     */
    default boolean fansOut() {
        return false;
    }

    /**
     * Whether results hide the value of a key, beside those whose names speak of secrets: for example, of a property that the client
     * does not know.
     *
     * @param key dotted, such as {@code client.my.vendor.pwd}
     */
    default boolean hides(C config, String key) {
        return false;
    }

    /**
     * Parts of a message in which a request's number reaches a deployed service and comes back; empty if the transport cannot use
     * channels that exist already.
     */
    default Set<Mark.Part> marks(C config) {
        return Set.of();
    }

    /**
     * Rejects a backlog that the transport would not keep; called before anything starts, if {@link #faultTargets} names the
     * consumer.
     */
    default void checkBacklog(C config, RunContext context, PlannedBacklog backlog) {}

    /** Rejects what {@link #open} would reject on this machine; called before anything starts. */
    default void check(C config, RunContext context) {}
}
