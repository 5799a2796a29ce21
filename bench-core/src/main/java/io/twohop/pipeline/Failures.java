package io.twohop.pipeline;

import io.twohop.measure.MessageOutcomes;
import io.twohop.transport.Notices;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Receives each message that could not be published: keeps the first reason, so that a verdict can say why, and where what
 * becomes of messages is kept, notes each. Any thread.
 */
final class Failures {
    private final MessageOutcomes outcomes;
    private final Notices notices;
    private final AtomicReference<Throwable> firstPublishFailure = new AtomicReference<>();

    Failures(MessageOutcomes outcomes, Notices notices) {
        this.outcomes = outcomes;
        this.notices = notices;
    }

    void requestFailed(long intendedNanos, Throwable cause) {
        outcomes.fail(intendedNanos);
        publishFailed(cause);
    }

    void replyFailed(long intendedNanos, Throwable cause) {
        outcomes.failReply(intendedNanos);
        publishFailed(cause);
    }

    /** The service took a message and did not answer. */
    void unanswered(long intendedNanos) {
        outcomes.drop(intendedNanos);
    }

    private void publishFailed(Throwable cause) {
        if (outcomes.areKept()) {
            notices.add("not published: " + cause);
        }
        if (firstPublishFailure.get() == null) {
            firstPublishFailure.compareAndSet(null, cause);
        }
    }

    /** The first failed publish, or null. */
    Throwable firstPublishFailure() {
        return firstPublishFailure.get();
    }
}
