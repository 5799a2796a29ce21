package io.twohop.agents;

import io.twohop.account.Interval;
import io.twohop.engine.protocol.RunListener;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.result.Delays;
import io.twohop.result.Memory;
import io.twohop.result.Tail;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The report of a part about its share of a fork.
 *
 * @param load measurements of a load; of other parts, {@link Load#NONE}
 * @param service counts of a service; of other parts, {@link Service#NONE}
 * @param diagnosis the failure of the part; {@code null} if it ended as it should
 * @param notices of its transport
 */
record PartReport(Load load, Service service, String diagnosis, List<String> notices) {
    /** @throws NullPointerException if parts are missing that the bench always writes */
    PartReport {
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(service, "service");
        notices = List.copyOf(notices);
    }

    /** Its file, and its object in the store. */
    static final String FILE = "report.json";

    /**
     * Measurements of a load.
     *
     * @param started {@code null} if it never started
     * @param intervals each second
     * @param ended {@code null} if it was aborted
     * @param memory from its recording; {@code null} without one
     * @param tail from its recording; {@code null} without one
     * @param delays from its recording; {@code null} without one
     */
    record Load(
            RunListener.Started started,
            List<Interval> intervals,
            RunListener.Ended ended,
            Memory memory,
            Tail tail,
            Delays delays) {
        /** @throws NullPointerException if parts are missing that the bench always writes */
        Load {
            if (started == null) {
                // What never started has no account.
                ended = null;
            } else {
                Objects.requireNonNull(started.guarantees(), "guarantees");
            }
            intervals = List.copyOf(intervals);
        }

        static final Load NONE = new Load(null, List.of(), null, null, null, null);
    }

    /**
     * Counts of a service.
     *
     * @param counts of messages
     * @param taken requests that it took; {@code null} if it did not end in time
     * @param work service times of each instance in the window
     */
    record Service(ServiceCounts counts, Long taken, List<WorkMeter.Sum> work) {
        static final Service NONE = new Service(ServiceCounts.NONE, null, List.of());
    }

    /** Returns this report without times by the service's clock. */
    PartReport withoutServiceTimes() {
        return new PartReport(
                new Load(
                        load.started,
                        load.intervals.stream()
                                .map(interval -> interval.without(Probe.TO_SERVICE))
                                .toList(),
                        load.ended,
                        load.memory,
                        Optional.ofNullable(load.tail)
                                .map(Tail::withoutServiceTimes)
                                .orElse(null),
                        load.delays),
                service,
                diagnosis,
                notices);
    }

    /** Returns this report, which any holder of an agent's key can have written, with texts that a terminal can show. */
    PartReport printable() {
        return new PartReport(
                load,
                service,
                diagnosis == null ? null : AgentInfo.printable(diagnosis),
                notices.stream().map(AgentInfo::printable).toList());
    }
}
