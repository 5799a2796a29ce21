package io.twohop.registry;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.config.ConfigException;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;
import io.twohop.transport.TransportProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Finds what modules and users have put on the class path, by a provider's name, or by the name of a class with a public
 * constructor without parameters.
 */
public final class Providers {
    private Providers() {}

    public static List<TransportProvider<?>> transports() {
        return all(transportType(), TransportProvider::name);
    }

    public static List<CodecProvider> codecs() {
        return all(CodecProvider.class, CodecProvider::name);
    }

    public static List<ServiceProvider> services() {
        return all(ServiceProvider.class, ServiceProvider::name);
    }

    public static List<EventType<?>> events() {
        return all(eventType(), EventType::name);
    }

    /** Returns the class of any event type, which a class literal cannot express. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Class<EventType<?>> eventType() {
        return (Class) EventType.class;
    }

    /** The class of any transport: a class literal cannot say so. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Class<TransportProvider<?>> transportType() {
        return (Class) TransportProvider.class;
    }

    public static TransportProvider<?> transport(String name) {
        return named("transport", name, Providers::transports, TransportProvider::name)
                .orElseGet(() -> ofClass("transport", name, transportType()));
    }

    /** Returns a codec by name or class; the class may be a provider, or the codec itself. */
    public static CodecProvider codec(String name) {
        return named("codec", name, Providers::codecs, CodecProvider::name).orElseGet(() -> codecOfClass(name));
    }

    private static CodecProvider codecOfClass(String name) {
        Class<?> type = load("codec", name);
        return Codec.class.isAssignableFrom(type)
                ? new ClassCodec(type.asSubclass(Codec.class))
                : instance("codec", type, CodecProvider.class, Codec.class);
    }

    /** Returns a service by name or class; the class may be a provider, or the service itself. */
    public static ServiceProvider service(String name) {
        return named("service", name, Providers::services, ServiceProvider::name)
                .orElseGet(() -> serviceOfClass(name));
    }

    private static ServiceProvider serviceOfClass(String name) {
        Class<?> type = load("service", name);
        return Microservice.class.isAssignableFrom(type)
                ? new ClassService(type.asSubclass(Microservice.class))
                : instance("service", type, ServiceProvider.class, Microservice.class);
    }

    public static EventType<?> event(String name) {
        return named("event", name, Providers::events, EventType::name)
                .orElseGet(() -> ofClass("event", name, eventType()));
    }

    /** Returns the class that has to be on the class path for a provider to work. */
    public static Class<?> origin(Object provider) {
        if (provider instanceof ClassCodec codec) {
            return codec.type();
        }
        return provider instanceof ClassService service ? service.type() : provider.getClass();
    }

    /**
     * Returns whether a name is a class's. Names of providers have no dot; nor has a class of the unnamed package, which has to be on
     * the class path to count.
     */
    public static boolean isClass(String name) {
        return isQualified(name) || name.indexOf('/') < 0 && loader().getResource(name + ".class") != null;
    }

    private static boolean isQualified(String name) {
        return name.indexOf('.') >= 0 || name.indexOf('$') >= 0;
    }

    private static <P> P ofClass(String kind, String name, Class<P> wanted) {
        return instance(kind, load(kind, name), wanted, wanted);
    }

    /**
     * @param plain the interface of classes that need not be providers
     */
    private static <P> P instance(String kind, Class<?> type, Class<P> wanted, Class<?> plain) {
        if (!wanted.isAssignableFrom(type)) {
            throw ConfigException.invalid(
                    kind,
                    type.getName(),
                    "a class that implements " + plain.getSimpleName()
                            + "; docs/your-service.md shows one around a class" + " of yours");
        }
        return wanted.cast(newInstance(kind, type));
    }

    private static Class<?> load(String kind, String name) {
        try {
            return Class.forName(name, true, loader());
        } catch (ClassNotFoundException e) {
            throw ConfigException.invalid(
                    kind, name, "a class on the class path, with its package; --classpath adds its directory or jar");
        } catch (LinkageError e) {
            throw ConfigException.invalid(
                    kind, name, "a class that can be loaded with what it needs; --classpath adds that: " + e);
        }
    }

    private static ClassLoader loader() {
        return Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                .orElseGet(Providers.class::getClassLoader);
    }

    static <T> T newInstance(String kind, Class<T> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
            throw ConfigException.invalid(
                    kind,
                    type.getName(),
                    "a public class, static where it is inside another, with a public constructor without parameters that"
                            + " succeeds; " + cause);
        }
    }

    private static <P> List<P> all(Class<P> type, Function<P, String> name) {
        List<P> found = new ArrayList<>();
        try {
            ServiceLoader.load(type).forEach(found::add);
        } catch (ServiceConfigurationError e) {
            throw new IllegalStateException("A module on the class path cannot be loaded: " + e.getMessage(), e);
        }
        found.sort((a, b) -> name.apply(a).compareTo(name.apply(b)));
        return found;
    }

    /**
     * Returns the provider of a name, empty for the name of a class.
     *
     * @throws ConfigException if the name is neither
     */
    private static <P> Optional<P> named(
            String kind, String name, Supplier<List<P>> known, Function<P, String> nameOf) {
        if (isQualified(name)) {
            return Optional.empty();
        }
        List<P> all = known.get();
        List<String> names = all.stream().map(nameOf).toList();
        int index = names.indexOf(name);
        if (index >= 0) {
            return Optional.of(all.get(index));
        }
        if (isClass(name)) {
            return Optional.empty();
        }
        throw ConfigException.invalid(
                        kind,
                        name,
                        "one of " + String.join(", ", names)
                                + ", or what another module or a class on the class path brings")
                .didYouMean(names);
    }
}
