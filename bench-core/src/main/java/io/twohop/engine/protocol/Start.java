package io.twohop.engine.protocol;

import io.twohop.pipeline.ServiceClocks;

/**
 * The start of a run that is spread over machines, as all its parts agree on it.
 *
 * @param nanos start of the run, in {@link System#nanoTime} of the part's machine
 * @param services offsets of the services' clocks from that clock
 */
public record Start(long nanos, ServiceClocks services) {}
