package io.twohop.transport;

/**
 * A named, one-way stream of messages: a queue, a topic, a subject.
 *
 * @param name unique within the run, of letters, digits and dashes
 * @param hop 1 for the channel the generator publishes to, 2 for the service's replies
 */
public record Channel(String name, int hop) {}
