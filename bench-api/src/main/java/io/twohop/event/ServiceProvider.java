package io.twohop.event;

/** Names a service and makes it. Found by {@link java.util.ServiceLoader}. */
public interface ServiceProvider {
    /** Returns the name that a workload gives as {@code service:}. Lower case, unique. */
    String name();

    /** Returns one line for {@code bench list}. */
    String description();

    /** Creates a service for one thread. It must accept the events of the workload's event type. */
    Microservice<?, ?> service();
}
