package io.twohop.workload;

/**
 * The way of the messages.
 *
 * @param hops 1 for publish to consume, 2 for the whole path through a service
 * @param topics number of topics that each hop is spread over
 * @param subscribers number of receivers of the last hop, each of which gets every message
 */
public record Topology(int hops, int topics, int producers, int subscribers) {}
