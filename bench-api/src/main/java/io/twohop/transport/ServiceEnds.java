package io.twohop.transport;

/**
 * The two ends that one service works between.
 *
 * @param requests what it consumes
 * @param replies where it publishes its answers, from the handler of {@code requests} and on the same thread
 */
public record ServiceEnds(Subscription requests, Publisher replies) {}
