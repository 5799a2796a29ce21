package io.twohop.transport;

/** The parts beside the payload of a message from an existing channel; valid during the call that hands it out. */
public interface Incoming {
    /** A message of which nothing is known beside its payload. */
    Incoming PLAIN = new Incoming() {};

    /** Returns the key; {@code null} for none. */
    default byte[] key() {
        return null;
    }

    /** Returns the last value of a header; {@code null} for none. */
    default byte[] header(String name) {
        return null;
    }

    /**
     * Returns when the server appended the message to its log, in milliseconds since the epoch by its clock; negative if it does not
     * tell.
     */
    default long appendedMillis() {
        return -1;
    }

    /**
     * Returns the error that the message reports in place of an answer, by headers that a protocol of services has for it; {@code null}
     * for none.
     */
    default String failure() {
        return null;
    }

    /** Returns the subject or topic that the message came by; {@code null} if the channel has one only. */
    default String address() {
        return null;
    }
}
