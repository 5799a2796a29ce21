package io.twohop.transport.aeron;

/**
 * An end of a stream that outlives the media driver. Called by one thread at a time, never by the one that measures.
 */
interface Linked {
    /** Makes the same end anew, beside the one in use. */
    void prepare(Client client);

    /** Whether messages could flow through the new one. */
    boolean isReady();

    /** From now on the new one is used. */
    void turn();

    /** Looks for what it has to go on with by itself; again and again, while it is in use. */
    default void follow() {}

    /** What it is, for a message. */
    String what();
}
