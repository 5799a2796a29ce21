package io.twohop.transport;

/**
 * Receiver of the outcomes of a publisher's messages. The transport calls it from one thread at a time, which may
 * change.
 */
public interface Acknowledgements {
    /** The transport has taken responsibility for the message, as {@link Guarantees#durability()} states. */
    void acknowledged(long correlation);

    /** The message was not published: it counts as failed in the verdict. */
    void failed(long correlation, Throwable cause);

    /** Ignores every outcome; for publishers whose messages nobody measures. */
    Acknowledgements NONE = new Acknowledgements() {
        @Override
        public void acknowledged(long correlation) {}

        @Override
        public void failed(long correlation, Throwable cause) {}
    };
}
