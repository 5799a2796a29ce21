package io.twohop.engine;

import io.twohop.pipeline.Pipeline;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Whether a closed loop still goes round. An open one goes on whatever becomes of its messages. The monitor only. */
final class Circulation {
    private final Pipeline pipeline;
    private final long limitNanos;
    private long passed;
    private long lastNanos;

    /** @param limitNanos how long nothing may be sent or received */
    Circulation(Pipeline pipeline, long startNanos, long limitNanos) {
        this.pipeline = pipeline;
        this.lastNanos = startNanos;
        this.limitNanos = limitNanos;
    }

    /** That it stands, and since when; null while it goes round. */
    String standing(long nowNanos) {
        long now = pipeline.sent() + pipeline.received();
        if (now != passed) {
            passed = now;
            lastNanos = nowNanos;
            return null;
        }
        return nowNanos - lastNanos <= limitNanos
                ? null
                : String.format(
                        Locale.ROOT,
                        "no message was sent or received for %d ms, with %,d sent and %,d received: those in flight got no"
                                + " acknowledgement",
                        TimeUnit.NANOSECONDS.toMillis(limitNanos),
                        pipeline.sent(),
                        pipeline.received());
    }
}
