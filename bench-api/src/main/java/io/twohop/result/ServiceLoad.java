package io.twohop.result;

import java.util.List;

/**
 * The load on services, and the expected wait of messages for them.
 *
 * @param name of the service
 * @param instances load on each instance
 * @param utilisation mean share of an instance's time that its messages need; not sustainable from 1 on
 * @param meanNanos mean instance time per message: all work of a service whose work the workload sets; for others, from the event
 *     to the answer
 * @param expectedWaitNanos the mean wait by the Pollaczek-Khinchine formula for M/G/1, as if each instance had a queue and Poisson
 *     arrivals of its own, an upper bound for several instances. Null without Poisson arrivals, and from a utilisation of 1 on
 * @param toServiceNanos the measured mean of {@code toService}: the wait and the time of transport and codec; null if unknown
 * @param allocatedBytes bytes that the service allocates per message; null unless the workload sets them
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
     * The load on one instance.
     *
     * @param messages that it finished in the window
     * @param perSecond its share of the due messages
     * @param utilisation of this instance
     * @param meanNanos of this instance
     * @param variation the standard deviation of its time per message, divided by the mean
     * @param expectedWaitNanos for this instance
     */
    public record Instance(
            long messages,
            double perSecond,
            double utilisation,
            double meanNanos,
            double variation,
            Double expectedWaitNanos) {}

    /** Returns this load with the measured latency to the service; null if unknown. */
    public ServiceLoad beside(LatencySummary toService) {
        Double mean = toService == null || toService.count() == 0
                ? null
                : (Double) toService.histogram().getMean();
        return new ServiceLoad(name, instances, utilisation, meanNanos, expectedWaitNanos, mean, allocatedBytes);
    }
}
