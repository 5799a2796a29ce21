package io.twohop.fault;

import io.twohop.workload.Fault;

/**
 * A fault that was done.
 *
 * @param fault that was asked for
 * @param target the name of what it was done to
 * @param beganNanos when, by {@link System#nanoTime()}
 * @param endedNanos when its target was started again or went on; 0 if the run ended before
 */
public record Injection(Fault fault, String target, long beganNanos, long endedNanos) {}
