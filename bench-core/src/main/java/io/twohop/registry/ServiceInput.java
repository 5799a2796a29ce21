package io.twohop.registry;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.twohop.config.ConfigException;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.RandomBytes;
import io.twohop.event.ServiceProvider;
import io.twohop.workload.Cell;
import io.twohop.workload.Workload;
import java.lang.reflect.Modifier;

/** Whether a service takes what a workload sends, as far as its class says. */
final class ServiceInput {
    private ServiceInput() {}

    /**
     * Refuses a service that could take none of the events.
     *
     * @throws ConfigException under the name {@code service}
     */
    static void check(Workload workload, EventType<?> event, ServiceProvider service) {
        if (workload.hops() == 1 || !(service instanceof ClassService named)) {
            return;
        }
        for (Cell cell : workload.cells()) {
            boolean sized = cell.payloadBytes() > 0;
            Class<?> sent = sized ? new RandomBytes(cell.payloadBytes()).eventClass() : event.eventClass();
            Class<?> taken = taken(named.type());
            if (!mayBe(sent, taken)) {
                throw ConfigException.invalid(
                        "service",
                        service.name(),
                        "a Microservice of " + sent.getSimpleName() + ", which "
                                + (sized ? "size" : "event " + event.name()) + " sends; this one takes "
                                + taken.getSimpleName() + ", so "
                                + (sized ? "leave size out" : "name an event of that class with -Devent=..."));
            }
        }
    }

    /** The class that it declares; {@code Object} where it leaves that open. */
    @SuppressWarnings("rawtypes")
    private static Class<?> taken(Class<? extends Microservice> service) {
        JavaType[] declared =
                TypeFactory.defaultInstance().constructType(service).findTypeParameters(Microservice.class);
        return declared.length == 0 ? Object.class : declared[0].getRawClass();
    }

    /** A source may send subclasses of what its event type names, and those may implement any interface. */
    private static boolean mayBe(Class<?> sent, Class<?> taken) {
        return taken.isAssignableFrom(sent)
                || sent.isAssignableFrom(taken)
                || taken.isInterface() && !Modifier.isFinal(sent.getModifiers())
                || sent.isInterface() && !Modifier.isFinal(taken.getModifiers());
    }
}
