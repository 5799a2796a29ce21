package io.twohop.pipeline;

import io.twohop.transport.Notices;
import java.util.concurrent.atomic.AtomicReference;

/** Keeps the first failure, so that a verdict can say why, and tells of each. Any thread. */
final class Failures {
    private final Notices notices;
    private final AtomicReference<Throwable> firstPublishFailure = new AtomicReference<>();

    Failures(Notices notices) {
        this.notices = notices;
    }

    void publishFailed(Throwable cause) {
        notices.add("not published: " + cause);
        if (firstPublishFailure.get() == null) {
            firstPublishFailure.compareAndSet(null, cause);
        }
    }

    /** The first failed publish, or null. */
    Throwable firstPublishFailure() {
        return firstPublishFailure.get();
    }
}
