package io.twohop.transport;

/**
 * Watches the consumers of an existing channel, as far as the server knows them, on a thread of its own until the transport closes.
 * {@link Transport#incidents} has what it found.
 */
public interface ConsumerWatch {
    /** The watch of a transport whose servers know no consumers. */
    ConsumerWatch NONE = new ConsumerWatch() {};

    /** Starts to count from zero: the service has answered on each lane. */
    default void begin() {}

    /**
     * Returns the channel and its consumers in words, for the refusal of a service that does not answer. May wait some seconds for the
     * server.
     *
     * @return empty if nothing is known
     */
    default String seen() throws InterruptedException {
        return "";
    }
}
