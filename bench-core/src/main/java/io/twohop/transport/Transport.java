package io.twohop.transport;

/**
 * An open transport. The harness opens it on its own starting thread, asks for the ends of each channel there, and
 * closes it after every publisher and subscription is closed.
 */
public interface Transport extends AutoCloseable {
    /**
     * A publishing end for the use of one thread.
     *
     * @param acknowledgements told of each acknowledged or failed message; ignored where {@link Guarantees#acknowledged()}
     *     is false
     */
    Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception;

    /**
     * A consuming end for the use of one thread. It sees every message published after this call returned; several
     * subscriptions of one channel in the same group share the messages among them.
     */
    Subscription subscribe(Channel channel, String group) throws Exception;

    /** What the transport promises as it is configured; the result shows it and the verdict holds it to it. */
    Guarantees guarantees();

    /** How many consumers, each with a thread's worth of work, each hop is to have. */
    default int consumersPerHop() {
        return 1;
    }

    /** Whether {@link Subscription#poll} may block its thread: such a consumer cannot share a thread with a generator. */
    default boolean pollBlocks() {
        return false;
    }

    @Override
    void close();
}
