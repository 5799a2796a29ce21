package io.twohop.pipeline;

import java.util.concurrent.atomic.AtomicReference;

/** Keeps the first of each kind of failure, so that a verdict can say why. Any thread. */
final class Failures {
    private final AtomicReference<Throwable> firstPublishFailure = new AtomicReference<>();

    void publishFailed(Throwable cause) {
        if (firstPublishFailure.get() == null) {
            firstPublishFailure.compareAndSet(null, cause);
        }
    }

    /** The first failed publish, or null. */
    Throwable firstPublishFailure() {
        return firstPublishFailure.get();
    }
}
