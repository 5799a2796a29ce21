package io.twohop.run;

import io.twohop.codec.CodecProvider;
import io.twohop.event.EventType;
import io.twohop.event.ServiceProvider;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.ConfigException;
import io.twohop.workload.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds what modules and users have put on the class path, by name. */
public final class Providers {
    private Providers() {}

    /** Every transport, ordered by name. */
    public static List<TransportProvider> transports() {
        return all(TransportProvider.class, TransportProvider::name);
    }

    /** Every codec, ordered by name. */
    public static List<CodecProvider> codecs() {
        return all(CodecProvider.class, CodecProvider::name);
    }

    /** Every service, ordered by name. */
    public static List<ServiceProvider> services() {
        return all(ServiceProvider.class, ServiceProvider::name);
    }

    /** Every event type, ordered by name. */
    public static List<EventType<?>> events() {
        return all(eventType(), EventType::name);
    }

    /** The class of any event type: a class literal cannot say so. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Class<EventType<?>> eventType() {
        return (Class) EventType.class;
    }

    public static TransportProvider transport(String name) {
        return named("transport", name, transports(), TransportProvider::name);
    }

    public static CodecProvider codec(String name) {
        return named("codec", name, codecs(), CodecProvider::name);
    }

    public static ServiceProvider service(String name) {
        return named("service", name, services(), ServiceProvider::name);
    }

    public static EventType<?> event(String name) {
        return named("event", name, events(), EventType::name);
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

    private static <P> P named(String kind, String name, List<P> all, Function<P, String> nameOf) {
        List<String> names = all.stream().map(nameOf).toList();
        int index = names.indexOf(name);
        if (index >= 0) {
            return all.get(index);
        }
        String suggestion = Suggestions.nearest(name, names)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
        throw ConfigException.invalid(kind, name, "one of " + String.join(", ", names) + suggestion);
    }
}
