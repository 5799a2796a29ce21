package io.twohop.transport;

/**
 * Over how many topics a transport spreads a hop.
 *
 * @param most topics
 * @param why there may not be more, in words
 */
public record TopicLimit(int most, String why) {
    /** Of a transport that does not spread messages. */
    static final TopicLimit ONE = new TopicLimit(1, "it does not spread messages over topics");
}
