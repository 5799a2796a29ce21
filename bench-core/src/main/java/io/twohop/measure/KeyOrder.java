package io.twohop.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/** Tells which messages arrive behind a later one of the same producer and key, on whichever thread that arrived. */
public final class KeyOrder {
    private final int keys;
    private final boolean shared;
    private final AtomicLongArray next;

    /**
     * @param shared whether more than one thread asks: it costs an atomic instruction for each arrival
     */
    public KeyOrder(int producers, int keys, boolean shared) {
        this.keys = keys;
        this.shared = shared;
        this.next = new AtomicLongArray(Math.multiplyExact(producers, keys));
    }

    /** Whether there is such a key. */
    public boolean knows(int key) {
        return key >= 0 && key < keys;
    }

    /** Notes a first arrival; whether it comes behind a later message. Any thread where it is shared. */
    public boolean isBehind(int producer, int key, long sequence) {
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
