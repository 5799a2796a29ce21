package io.twohop.event;

/** Names a service and makes it. Found by {@link java.util.ServiceLoader}. */
public interface ServiceProvider {
    /** The name that a workload gives as {@code service:}. Lower case, unique. */
    String name();

    /** One line for {@code bench list}. */
    String description();

    /** A service for the use of one thread. It must accept the events of the workload's event type. */
    Microservice<?, ?> service();
}
