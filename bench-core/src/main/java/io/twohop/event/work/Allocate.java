package io.twohop.event.work;

import io.twohop.event.Microservice;
import java.util.function.Consumer;

/**
 * Allocates an array for each message and keeps the last ones, as a service keeps what is under way; then answers with the event.
 * What is kept cannot be optimized away, and lives long enough for some of it to survive a collection.
 */
final class Allocate implements Microservice<Object, Object> {
    /** A power of two. */
    private static final int MOST_KEPT = 1_024;

    /** Of large ones fewer are kept, and one at least. */
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

    /** How many it has at the moment. */
    int kept() {
        int count = 0;
        for (byte[] one : kept) {
            count += one == null ? 0 : 1;
        }
        return count;
    }
}
