package io.twohop.event;

import java.util.function.Consumer;

/**
 * The service under test: takes an event from the first hop and sends its answer on the second. Called by one thread.
 *
 * @param <I> the event it takes
 * @param <O> the event it answers with
 */
@FunctionalInterface
public interface Microservice<I, O> {
    /**
     * @param event valid only during the call
     * @param out takes the answer; what is sent is serialized before {@code accept} returns. Every answer carries the
     *     trace of the event that caused it, so more than one per event counts as duplicates, none as loss
     */
    void onEvent(I event, Consumer<? super O> out);
}
