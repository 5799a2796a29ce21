package io.twohop.event;

import io.twohop.workload.ServiceOptions;

/** A service whose work a workload's keys say. */
public interface WorkingService extends ServiceProvider {
    /**
     * A service for the use of one thread.
     *
     * @param options which the workload has checked
     * @param instance its number among all of a run, from 0, so that each can draw numbers of its own
     */
    Microservice<?, ?> service(ServiceOptions options, int instance);

    /** There is none without the keys. */
    @Override
    default Microservice<?, ?> service() {
        throw new UnsupportedOperationException(name() + " (expected: with the keys that say its work)");
    }
}
