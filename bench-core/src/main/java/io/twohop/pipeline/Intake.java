package io.twohop.pipeline;

import io.twohop.measure.SequenceTracker;
import io.twohop.transport.Subscription;

/**
 * The messages that reach one consumer.
 *
 * @param maxWaitNanos how long a poll may block
 * @param trackers one for each producer, shared by all consumers that share the messages
 * @param senders the clocks of those who send on the hop
 */
record Intake(
        Subscription subscription,
        long maxWaitNanos,
        SequenceTracker[] trackers,
        Inspector inspector,
        SenderClocks senders) {}
