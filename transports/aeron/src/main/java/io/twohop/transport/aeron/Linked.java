package io.twohop.transport.aeron;

import io.aeron.Aeron;

/** An end of a stream that outlives the media driver. Called by one thread at a time, never by the one that measures. */
interface Linked {
    /** Makes the same end anew, beside the one in use. */
    void prepare(Aeron aeron);

    /** Whether messages could flow through the new one. */
    boolean isReady();

    /** From now on the new one is used. */
    void turn();

    /** What it is, for a message. */
    String what();
}
