package io.twohop.event.work;

import io.twohop.event.Microservice;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Reads the clock for as long as was drawn for a message, then answers with the event. It is over by a reading of the clock at
 * most, and what one message took too long the next one does not make good.
 */
final class Busy implements Microservice<Object, Object> {
    private final NanoClock clock;
    private final long[] nanos;
    private int next;

    /** @param nanos a power of two of them, taken in turn, again and again */
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
