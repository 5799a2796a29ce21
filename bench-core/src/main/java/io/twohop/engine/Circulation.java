package io.twohop.engine;

import io.twohop.pipeline.Pipeline;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Watches whether messages of a closed loop still circulate. The monitor only. */
final class Circulation {
    private final Pipeline pipeline;
    private final long limitNanos;
    private long passed;
    private long lastNanos;

    /**
     * @param limitNanos longest time without a message that is sent or received
     */
    Circulation(Pipeline pipeline, long startNanos, long limitNanos) {
        this.pipeline = pipeline;
        this.lastNanos = startNanos;
        this.limitNanos = limitNanos;
    }

    /** Returns the reason why the loop stands still; empty while it circulates. */
    Optional<String> standing(long nowNanos) {
        long now = pipeline.sent() + pipeline.received();
        if (now != passed) {
            passed = now;
            lastNanos = nowNanos;
            return Optional.empty();
        }
        return nowNanos - lastNanos <= limitNanos
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "no message was sent or received for %d ms, with %,d sent and %,d received: those in flight got no"
                                + " acknowledgement",
                        TimeUnit.NANOSECONDS.toMillis(limitNanos),
                        pipeline.sent(),
                        pipeline.received()));
    }
}
