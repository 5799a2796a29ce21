package io.twohop.pipeline.key;

/** Which key each message of one producer has; on the thread that sends it. */
@FunctionalInterface
public interface MessageKeys {
    /** Messages without keys. */
    MessageKeys NONE = (producer, sequence) -> 0;

    /** The number of a message's key, from 0. */
    int key(int producer, long sequence);
}
