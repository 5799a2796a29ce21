package io.twohop.transport;

/**
 * Where a publisher reports what became of its messages. One per publisher; the transport calls it from one thread at a
 * time, whichever that is.
 */
public interface Acknowledgements {
    /** The transport has taken responsibility for the message as {@link Guarantees#durability()} says. */
    void acknowledged(long correlation);

    /** The message was not published. It is counted as failed, and the verdict says so. */
    void failed(long correlation, Throwable cause);

    /** Ignores every outcome; for publishers whose messages nobody measures. */
    Acknowledgements NONE = new Acknowledgements() {
        @Override
        public void acknowledged(long correlation) {}

        @Override
        public void failed(long correlation, Throwable cause) {}
    };
}
