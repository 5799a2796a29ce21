package io.twohop.registry;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.twohop.config.ConfigException;
import io.twohop.event.Microservice;
import io.twohop.event.ServiceProvider;
import io.twohop.workload.Cell;
import io.twohop.workload.Payload;
import io.twohop.workload.Workload;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;

/** Checks whether a service takes what a workload sends, as far as its class says. */
final class ServiceInput {
    private ServiceInput() {}

    /**
     * Refuses a service that could take none of the events.
     *
     * @throws ConfigException under the name {@code service}
     */
    static void check(Workload workload, ServiceProvider service) {
        if (workload.hops() == 1 || !(service instanceof ClassService named)) {
            return;
        }
        for (Cell cell : workload.cells()) {
            Payload payload = Payload.of(workload, cell);
            boolean raw = payload.raw() || workload.arrivals().file().size() != null;
            Class<?> sent = raw
                    ? ByteBuffer.class
                    : Providers.event(workload.event().name()).eventClass();
            Class<?> taken = taken(named.type());
            if (!mayBe(sent, taken)) {
                throw ConfigException.invalid(
                        "service",
                        service.name(),
                        "a Microservice of " + sent.getSimpleName() + ", which "
                                + sender(workload, cell) + " sends; this one takes "
                                + taken.getSimpleName() + ", so "
                                + (cell.payloadBytes() > 0
                                        ? "leave size out"
                                        : "name an event of that class with -Devent=..."));
            }
        }
    }

    private static String sender(Workload workload, Cell cell) {
        if (cell.payloadBytes() > 0) {
            return "size";
        }
        return workload.event().isOfFiles()
                ? "event.file"
                : "event " + workload.event().name();
    }

    /** Returns the class of events that a service declares; {@code Object} if it leaves that open. */
    @SuppressWarnings("rawtypes")
    private static Class<?> taken(Class<? extends Microservice> service) {
        JavaType[] declared =
                TypeFactory.defaultInstance().constructType(service).findTypeParameters(Microservice.class);
        return declared.length == 0 ? Object.class : declared[0].getRawClass();
    }

    /**
     * Returns whether a service may take an event. A source may send subclasses of its event type's class, and those may
     * implement any interface.
     */
    private static boolean mayBe(Class<?> sent, Class<?> taken) {
        return taken.isAssignableFrom(sent)
                || sent.isAssignableFrom(taken)
                || taken.isInterface() && !Modifier.isFinal(sent.getModifiers())
                || sent.isInterface() && !Modifier.isFinal(taken.getModifiers());
    }
}
