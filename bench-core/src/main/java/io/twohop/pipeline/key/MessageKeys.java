package io.twohop.pipeline.key;

/** The keys of one producer's messages; on the thread that sends them. */
@FunctionalInterface
public interface MessageKeys {
    MessageKeys NONE = (producer, sequence) -> 0;

    /** Returns the number of a message's key, from 0. */
    int key(int producer, long sequence);
}
