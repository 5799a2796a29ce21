package io.twohop.event;

/**
 * Makes the events of one generator. Called by that generator's thread, on the measured path: it should not allocate.
 *
 * @param <T> the class of the event
 */
@FunctionalInterface
public interface EventSource<T> {
    /**
     * @param sequence the message's number within its producer, from 0
     * @param intendedNanos when the message should be sent
     * @return the event to send; it may be the same object each time
     */
    T next(long sequence, long intendedNanos);
}
