package io.twohop.pipeline;

import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import org.agrona.concurrent.NanoClock;

/**
 * The inputs that all tasks of a pipeline share.
 *
 * @param outcomes receives the ending of each message of a run with faults
 * @param failures receives each message that could not be published
 * @param <T> the class of event
 */
record Shared<T>(NanoClock clock, Window window, MessageOutcomes outcomes, Failures failures, Supplies<T> supplies) {}
