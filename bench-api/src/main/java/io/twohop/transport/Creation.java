package io.twohop.transport;

/**
 * A topic, group or stream that a run creates on servers it did not start. It outlives the run unless it is deleted.
 *
 * @param place the servers, as {@link Sweeper#place()} names them
 * @param kind one word: {@code topic}, {@code group}, {@code stream}
 * @param name begins with the run's id
 */
public record Creation(String place, String kind, String name) {}
