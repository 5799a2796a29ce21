package io.twohop.fault;

import io.twohop.workload.Fault;

/**
 * A fault that was done.
 *
 * @param fault that was asked for
 * @param beganNanos when, by {@link System#nanoTime()}
 * @param endedNanos when its target was started again or went on; 0 if the run ended before
 */
public record Injection(Fault fault, long beganNanos, long endedNanos) {}
