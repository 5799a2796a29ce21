package io.twohop.event.work;

import io.twohop.event.Microservice;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Keeps many objects in a hash map, and changes a random one for each message; then answers with the event. It
 * allocates nothing per message: its cost is the heap that a collector must trace, and cache misses.
 */
final class Cache implements Microservice<Object, Object> {
    private final Long2ObjectHashMap<Entry> entries;
    private final int count;
    private final SplittableRandom random;

    private static final class Entry {
        private final long key;
        private long hits;
        private long lastHit;

        Entry(long key) {
            this.key = key;
        }
    }

    Cache(int count, SplittableRandom random) {
        this.count = count;
        this.random = random;
        this.entries = new Long2ObjectHashMap<>();
        for (long key = 0; key < count; key++) {
            entries.put(key, new Entry(key));
        }
    }

    @Override
    public void onEvent(Object event, Consumer<? super Object> out) {
        Entry entry = entries.get(random.nextInt(count));
        entry.hits++;
        entry.lastHit = entry.key + entry.hits;
        out.accept(event);
    }

    /** Number of objects kept. */
    int size() {
        return entries.size();
    }

    /** Number of messages that found their object. */
    int touched() {
        int touched = 0;
        for (Entry entry : entries.values()) {
            touched += entry.lastHit == 0 ? 0 : 1;
        }
        return touched;
    }
}
