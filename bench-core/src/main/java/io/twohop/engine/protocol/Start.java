package io.twohop.engine.protocol;

import io.twohop.pipeline.ServiceClocks;

/**
 * The start of a run that is spread over machines, as all its parts agree on it.
 *
 * @param nanos when it begins, in {@link System#nanoTime} of the part's machine
 * @param services how their clocks relate to that one
 */
public record Start(long nanos, ServiceClocks services) {}
