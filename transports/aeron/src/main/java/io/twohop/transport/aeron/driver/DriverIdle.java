package io.twohop.transport.aeron.driver;

/** How a media driver's threads wait for work. */
public enum DriverIdle {
    /** Spins where each thread has a core of its own and messages go through it, else backs off. */
    AUTO,
    /** Without a pause. */
    SPIN,
    /** Letting other threads run. */
    YIELD,
    /** Spinning, then yielding, then parking for up to a millisecond, as Aeron does by default. */
    BACKOFF;

    /**
     * What this comes to on a machine.
     *
     * @param network whether messages go through the driver's threads
     * @param threads of the driver
     * @param freeCores that the run's own threads leave
     */
    DriverIdle resolved(boolean network, int threads, int freeCores) {
        if (this != AUTO) {
            return this;
        }
        return network && freeCores >= threads ? SPIN : BACKOFF;
    }
}
