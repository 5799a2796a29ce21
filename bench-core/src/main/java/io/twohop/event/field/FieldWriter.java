package io.twohop.event.field;

import java.nio.ByteBuffer;

/** Overwrites a field with the value of one message, which has the same width each time. Immutable; allocates nothing per message. */
@FunctionalInterface
interface FieldWriter {
    /**
     * @param n number of the message in the run
     * @param wallNanos when the message should be sent, since 1970
     * @param at absolute index
     */
    void write(long n, long wallNanos, ByteBuffer out, int at);
}
