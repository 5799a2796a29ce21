package io.twohop.result;

import java.util.List;

/**
 * How busy services were, and how long messages should have waited for them.
 *
 * @param name of the service
 * @param instances each by itself
 * @param utilisation the part of an instance's time that its messages ask for, in the mean; 1 or more where they ask for too much
 * @param meanNanos what a message took of an instance, in the mean: of a service whose work the workload sets, all that is done for it
 *     there; of others, from the event to the answer
 * @param expectedWaitNanos the mean wait by the Pollaczek-Khinchine formula for M/G/1, as if each instance had a queue and Poisson
 *     arrivals of its own: of several instances, the most that it should be. Null where arrivals are no Poisson process, or ask for
 *     too much
 * @param toServiceNanos the mean of {@code toService}, as it was measured: the wait, and what the transport and the codec take; null
 *     where that is not known
 * @param allocatedBytes what the service allocates for a message; null of one that the workload does not set that of
 */
public record ServiceLoad(
        String name,
        List<Instance> instances,
        double utilisation,
        double meanNanos,
        Double expectedWaitNanos,
        Double toServiceNanos,
        Long allocatedBytes) {
    public ServiceLoad {
        instances = List.copyOf(instances);
    }

    /**
     * One of them.
     *
     * @param messages that it finished in the window
     * @param perSecond that came to it: its part of those due
     * @param utilisation as of all
     * @param meanNanos as of all
     * @param variation the standard deviation of what messages took, divided by the mean
     * @param expectedWaitNanos as of all
     */
    public record Instance(
            long messages,
            double perSecond,
            double utilisation,
            double meanNanos,
            double variation,
            Double expectedWaitNanos) {}

    /** This one with what was measured beside it; null where that is not known. */
    public ServiceLoad beside(LatencySummary toService) {
        Double mean = toService == null || toService.count() == 0
                ? null
                : (Double) toService.histogram().getMean();
        return new ServiceLoad(name, instances, utilisation, meanNanos, expectedWaitNanos, mean, allocatedBytes);
    }
}
