package io.twohop.transport.aeron;

/** One end of a stream, which outlives the media driver. One thread at a time calls it, never the measuring one. */
interface Linked {
    /** Opens a replacement beside the end in use. */
    void prepare(Client client);

    /** Whether messages could flow through the replacement. */
    boolean isReady();

    void turn();

    /** Notices changes that no driver reports; called periodically. */
    default void follow() {}

    /** The name of the end in messages. */
    String what();
}
