package io.twohop.event.work;

import io.twohop.event.Microservice;
import java.util.function.Consumer;

/**
 * Allocates an array for each message and keeps the latest, like a service's state; then answers with the event. Kept
 * arrays cannot be optimized away, and some survive a collection.
 */
final class Allocate implements Microservice<Object, Object> {
    /** Maximum number of arrays kept, a power of two. */
    private static final int MOST_KEPT = 1_024;

    /** Maximum bytes of arrays kept: fewer large ones, at least one. */
    private static final int MOST_KEPT_BYTES = 16 << 20;

    private final int bytes;
    private final byte[][] kept;
    private int next;

    Allocate(int bytes) {
        this.bytes = bytes;
        this.kept = new byte[Math.max(1, Math.min(MOST_KEPT, Integer.highestOneBit(MOST_KEPT_BYTES / bytes)))][];
    }

    @Override
    public void onEvent(Object event, Consumer<? super Object> out) {
        kept[next] = new byte[bytes];
        next = next + 1 & kept.length - 1;
        out.accept(event);
    }

    /** Number of arrays kept now. */
    int kept() {
        int count = 0;
        for (byte[] one : kept) {
            count += one == null ? 0 : 1;
        }
        return count;
    }
}
