package io.twohop.replay;

import io.twohop.config.Size;

/** The values of a row beside its time, packed into one number: size, topic and key from the highest bit down. */
final class PackedRow {
    /** For {@link KeyNumbers#MOST} keys. */
    private static final int KEY_BITS = 20;

    /** For as many topics as a workload can have; the rest is enough for {@link Size#MAX_BYTES}. */
    private static final int TOPIC_BITS = 17;

    private PackedRow() {}

    static long of(FileRow row, int topics) {
        long topic = row.topic() % topics;
        return ((long) row.bytes() << TOPIC_BITS | topic) << KEY_BITS | row.key();
    }

    static int bytes(long packed) {
        return (int) (packed >>> KEY_BITS + TOPIC_BITS);
    }

    static int topic(long packed) {
        return (int) (packed >>> KEY_BITS) & (1 << TOPIC_BITS) - 1;
    }

    static int key(long packed) {
        return (int) packed & (1 << KEY_BITS) - 1;
    }
}
