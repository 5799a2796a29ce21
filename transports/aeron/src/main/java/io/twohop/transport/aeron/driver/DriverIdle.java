package io.twohop.transport.aeron.driver;

/** Idle strategies of a media driver's threads. */
public enum DriverIdle {
    /** Spins if each thread has a core and handles messages, else backs off. */
    AUTO,
    /** Spins without a pause. */
    SPIN,
    YIELD,
    /** Spins, then yields, then parks for up to a millisecond: Aeron's default. */
    BACKOFF;

    /**
     * Resolves {@link #AUTO} for a machine.
     *
     * @param network whether messages go through the driver's threads
     * @param freeCores that the run's own threads leave
     */
    DriverIdle resolved(boolean network, int threads, int freeCores) {
        if (this != AUTO) {
            return this;
        }
        return network && freeCores >= threads ? SPIN : BACKOFF;
    }
}
