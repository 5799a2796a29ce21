package io.twohop.transport;

/**
 * The two ends of a service.
 *
 * @param requests messages to consume
 * @param replies end for the answers, used by the handler of {@code requests} on the same thread
 */
public record ServiceEnds(Subscription requests, Publisher replies) {}
