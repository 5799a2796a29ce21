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

/**
 * What a part measured.
 *
 * @param started null if it never did, and of a service
 * @param intervals each second
 * @param ended null if it was broken off, and of a service
 * @param diagnosis what became of the JVM that measured, if it did not end as it should; or null
 * @param memory from its recording; null without one
 * @param tail from its recording; null without one
 * @param delays from its recording; null without one
 * @param service what a service did; null of a load
 * @param taken requests that a service took; null of a load, and of a service that did not end in time
 * @param work what messages took of each of a service's instances in the window; of others nothing
 * @param notices what its transport had to say
 */
record PartReport(
        RunListener.Started started,
        List<Interval> intervals,
        RunListener.Ended ended,
        String diagnosis,
        Memory memory,
        Tail tail,
        Delays delays,
        ServiceCounts service,
        Long taken,
        List<WorkMeter.Sum> work,
        List<String> notices) {
    /** Its file, and its object in the store. */
    static final String FILE = "report.json";

    /** This one without what the service's clock said. */
    PartReport withoutServiceTimes() {
        return new PartReport(
                started,
                intervals.stream()
                        .map(interval -> interval.without(Probe.TO_SERVICE))
                        .toList(),
                ended,
                diagnosis,
                memory,
                tail == null ? null : tail.withoutServiceTimes(),
                delays,
                service,
                taken,
                work,
                notices);
    }

    static PartReport ofService(
            ServiceCounts counts, Long taken, List<WorkMeter.Sum> work, String diagnosis, List<String> notices) {
        return new PartReport(null, List.of(), null, diagnosis, null, null, null, counts, taken, work, notices);
    }

    static PartReport ofServer(String diagnosis) {
        return ofService(null, null, List.of(), diagnosis, List.of());
    }
}
