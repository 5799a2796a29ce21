package io.twohop.pipeline;

import io.twohop.workload.Workload;

/**
 * What a pipeline is built from.
 *
 * @param runId names the run's channels
 * @param workload producers, hops, arrivals, layout
 * @param ratePerSecond the offered rate of all producers together
 * @param cores processors that agents may be laid out on
 * @param messages what travels
 * @param <T> the class of event
 */
public record PipelineSpec<T>(String runId, Workload workload, double ratePerSecond, int cores, Messages<T> messages) {}
