package io.twohop.event;

import io.twohop.workload.ServiceOptions;

/** A service whose work a workload sets by its keys. */
public interface WorkingService extends ServiceProvider {
    /**
     * Creates a service for one thread.
     *
     * @param options checked by the workload
     * @param instance its number among all of a run, from 0, as a seed of its random numbers
     */
    Microservice<?, ?> service(ServiceOptions options, int instance);

    /** Fails: this service needs the workload's keys. */
    @Override
    default Microservice<?, ?> service() {
        throw new UnsupportedOperationException(name() + " (expected: with the keys that say its work)");
    }
}
