package io.twohop.fault;

import io.twohop.workload.Fault;

/**
 * An injected fault.
 *
 * @param part the name of what it was done to: {@code broker-2}, where that was the leader
 * @param beganNanos when, by {@link System#nanoTime()}
 * @param endedNanos when its target was started again or went on; 0 if the run ended before
 */
public record Injection(Fault fault, String part, long beganNanos, long endedNanos) {
    /** Returns the same by a clock that is ahead by that much. */
    public Injection shifted(long nanos) {
        return new Injection(fault, part, beganNanos + nanos, endedNanos == 0 ? 0 : endedNanos + nanos);
    }

    /** Returns a text such as {@code kill broker} or {@code kill leader (broker-2)}. */
    String what() {
        return fault.what() + (part.startsWith(fault.target()) ? "" : " (" + part + ")");
    }
}
