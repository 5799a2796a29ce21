package io.twohop.pipeline;

import io.twohop.measure.MessageOutcomes;
import io.twohop.transport.Notices;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Receives each message that failed or went unanswered. Keeps the first reason, for the verdict. Any thread. */
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

    void unanswered(long intendedNanos) {
        outcomes.drop(intendedNanos);
    }

    private void publishFailed(Throwable cause) {
        if (outcomes.areKept()) {
            notices.add("not published: " + cause);
        }
        firstPublishFailure.compareAndSet(null, cause);
    }

    /** Returns why the first publish failed; empty if none did. */
    Optional<Throwable> firstPublishFailure() {
        return Optional.ofNullable(firstPublishFailure.get());
    }
}
