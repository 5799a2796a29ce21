package io.twohop.stats;

import io.twohop.config.Nanos;

/**
 * Theory of a queue in front of one server: M/G/1, with Poisson arrivals, independent service times of any
 * distribution, and no limit of its length.
 */
public final class Queueing {
    private Queueing() {}

    /** Returns the part of the time that a server is at work; 1 or more if it cannot keep up. */
    public static double utilisation(double arrivalsPerSecond, double meanNanos) {
        return arrivalsPerSecond * meanNanos / Nanos.PER_SECOND;
    }

    /**
     * Returns the mean time that an arrival waits before it is served, by the Pollaczek-Khinchine formula, lambda E[S^2] / (2 (1 - rho)):
     * F. Pollaczek, "Ueber eine Aufgabe der Wahrscheinlichkeitstheorie", Mathematische Zeitschrift 32 (1930); A. Khintchine (1932);
     * as in L. Kleinrock, "Queueing Systems", volume 1 (1975), section 5.6.
     *
     * @param meanSquaredNanos the mean of the service times' squares
     * @return nanoseconds; NaN if there is no steady state, since the server is asked for all its time or more
     */
    public static double meanWaitNanos(double arrivalsPerSecond, double meanNanos, double meanSquaredNanos) {
        double utilisation = utilisation(arrivalsPerSecond, meanNanos);
        return utilisation < 1
                ? arrivalsPerSecond / Nanos.PER_SECOND * meanSquaredNanos / (2 * (1 - utilisation))
                : Double.NaN;
    }
}
