package io.twohop.transport;

/**
 * Something that a run makes on servers that are not its own, and that outlives it unless it is deleted.
 *
 * @param place which servers, as {@link Sweeper#place()} calls them
 * @param kind what it is, in one word: {@code topic}, {@code group}, {@code stream}
 * @param name its name there, which begins with the run's id
 */
public record Creation(String place, String kind, String name) {}
