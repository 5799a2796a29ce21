package io.twohop.pipeline.deployed;

import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/**
 * The run's clock, beside the clock that brokers' times are compared with.
 *
 * @param run monotonic
 * @param wallMillis this machine's wall clock, in milliseconds since the epoch
 * @param aheadNanos by how much the run's clock is ahead of the wall clock, in nanoseconds since the epoch
 */
public record Clocks(NanoClock run, LongSupplier wallMillis, LongSupplier aheadNanos) {}
