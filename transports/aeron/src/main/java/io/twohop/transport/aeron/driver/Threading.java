package io.twohop.transport.aeron.driver;

/** Layouts of a media driver's conductor, sender and receiver on threads. */
public enum Threading {
    /** Chooses by the cores that the run's own threads leave. */
    AUTO,
    SHARED,
    /** One for the conductor, one for sender and receiver. */
    SHARED_NETWORK,
    DEDICATED;

    private static final int DEDICATED_THREADS = 3;
    private static final int NETWORK_THREADS = 2;

    /**
     * Resolves {@link #AUTO} for a machine.
     *
     * @param network whether messages go through the driver's threads
     * @param freeCores number of cores that the run's own threads leave
     */
    Threading resolved(boolean network, int freeCores) {
        if (this != AUTO) {
            return this;
        }
        if (!network || freeCores < NETWORK_THREADS) {
            return SHARED;
        }
        return freeCores < DEDICATED_THREADS ? SHARED_NETWORK : DEDICATED;
    }

    /** How many threads that is. */
    int threads() {
        return switch (this) {
            case DEDICATED -> DEDICATED_THREADS;
            case SHARED_NETWORK -> NETWORK_THREADS;
            case AUTO, SHARED -> 1;
        };
    }
}
