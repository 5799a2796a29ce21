package io.twohop.transport;

import io.twohop.workload.Fault;
import java.time.Duration;

/**
 * The messages of the first hop that a run lets pile up while its consumers are stopped.
 *
 * @param messages number in all topics
 * @param bytes size, without what the transport adds
 * @param age time from the first message until consumers start again
 */
public record PlannedBacklog(long messages, long bytes, Duration age) {
    /** Returns the backlog that a fault builds, if producers hold the rate. */
    public static PlannedBacklog of(Fault fault, RunContext.Traffic traffic) {
        Duration age = fault.length(traffic.ratePerSecond());
        double rated = traffic.ratePerSecond() * age.toMillis() / 1_000;
        long messages = fault.messages() == null ? Math.min(traffic.messages(), Math.round(rated)) : fault.messages();
        return new PlannedBacklog(messages, messages * traffic.typicalMessageBytes(), age);
    }
}
