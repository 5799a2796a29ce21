package io.twohop.engine;

import io.twohop.measure.WorkMeter;
import io.twohop.result.ServiceLoad;
import io.twohop.result.ServiceLoad.Instance;
import io.twohop.stats.Queueing;
import io.twohop.workload.Arrivals;
import io.twohop.workload.ServiceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calculates how busy services were. */
public final class ServiceLoads {
    private ServiceLoads() {}

    /**
     * Returns the load of the services; {@code null} if none finished a message.
     *
     * @param work the time that messages took of each instance
     * @param perSecond messages per second for all instances together
     * @param arrivals whether these were a Poisson process
     */
    public static ServiceLoad of(
            ServiceOptions service, List<WorkMeter.Sum> work, double perSecond, Arrivals.Kind arrivals) {
        long all = work.stream().mapToLong(WorkMeter.Sum::messages).sum();
        if (all == 0) {
            return null;
        }
        boolean isPoisson = arrivals == Arrivals.Kind.POISSON;
        List<Instance> instances = new ArrayList<>();
        for (WorkMeter.Sum one : work) {
            instances.add(instance(one, perSecond * one.messages() / all, isPoisson));
        }
        return new ServiceLoad(
                service.name(),
                instances,
                instances.stream().mapToDouble(Instance::utilisation).average().orElse(0),
                work.stream().mapToDouble(WorkMeter.Sum::nanos).sum() / all,
                expectedWaitNanos(instances, all),
                null,
                Optional.ofNullable(service.bytes())
                        .map(size -> (long) size.bytes())
                        .orElse(null));
    }

    private static Instance instance(WorkMeter.Sum sum, double perSecond, boolean isPoisson) {
        double mean = sum.meanNanos();
        double variance = Math.max(0, sum.meanSquaredNanos() - mean * mean);
        double wait = isPoisson ? Queueing.meanWaitNanos(perSecond, mean, sum.meanSquaredNanos()) : Double.NaN;
        return new Instance(
                sum.messages(),
                perSecond,
                Queueing.utilisation(perSecond, mean),
                mean,
                mean == 0 ? 0 : Math.sqrt(variance) / mean,
                Double.isNaN(wait) ? null : (Double) wait);
    }

    /** Returns the mean over the messages of all instances; {@code null} if it is unknown for one. */
    private static Double expectedWaitNanos(List<Instance> instances, long all) {
        double sum = 0;
        for (Instance instance : instances) {
            if (instance.expectedWaitNanos() == null) {
                return null;
            }
            sum += instance.expectedWaitNanos() * instance.messages();
        }
        return sum / all;
    }
}
