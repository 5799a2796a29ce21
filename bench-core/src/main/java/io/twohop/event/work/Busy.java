package io.twohop.event.work;

import io.twohop.event.Microservice;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Reads the clock for the time drawn for a message, then answers with the event. It overruns by one clock reading at
 * most, and later messages do not make up for it.
 */
final class Busy implements Microservice<Object, Object> {
    private final NanoClock clock;
    private final long[] nanos;
    private int next;

    /** @param nanos times, a power of two of them, taken in turn */
    Busy(NanoClock clock, long[] nanos) {
        this.clock = clock;
        this.nanos = nanos;
    }

    @Override
    public void onEvent(Object event, Consumer<? super Object> out) {
        long endNanos = clock.nanoTime() + nanos[next];
        next = next + 1 & nanos.length - 1;
        while (clock.nanoTime() - endNanos < 0) {
            // Without a hint that it waits: work would not leave the core to another hyper-thread either.
        }
        out.accept(event);
    }
}
