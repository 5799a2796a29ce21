package io.twohop.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/** Detects messages that arrive behind a later one of the same producer and key, on whichever thread that arrived. */
public final class KeyOrder {
    private final int keys;
    private final boolean shared;
    private final AtomicLongArray next;

    /**
     * @param keys how many keys messages have; 0 for messages without keys, none of which is behind
     * @param shared whether more than one thread asks: it costs an atomic instruction for each arrival
     */
    public KeyOrder(int producers, int keys, boolean shared) {
        this.keys = keys;
        this.shared = shared;
        this.next = new AtomicLongArray(Math.multiplyExact(producers, keys));
    }

    /** Notes a first arrival; true if it is behind a later message. Any thread if the order is shared. */
    public boolean isBehind(int producer, int key, long sequence) {
        if (keys == 0) {
            return false;
        }
        int index = producer * keys + key;
        while (true) {
            long newest = next.getPlain(index);
            if (sequence < newest) {
                return true;
            }
            if (!shared) {
                next.setPlain(index, sequence + 1);
                return false;
            }
            if (next.compareAndSet(index, newest, sequence + 1)) {
                return false;
            }
        }
    }
}
