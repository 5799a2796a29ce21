package io.twohop.transport;

/**
 * Limit on the topics that a transport spreads a hop over.
 *
 * @param most maximum number
 * @param why the reason, for messages
 */
public record TopicLimit(int most, String why) {
    /** Limit of a transport that does not spread messages. */
    static final TopicLimit ONE = new TopicLimit(1, "it does not spread messages over topics");
}
