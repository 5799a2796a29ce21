package io.twohop.pipeline;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Tells whether all of a thread's messages have arrived, so that only a duplicate or a foreign message could come. A lost, failed or
 * unanswered message makes it false for the rest of the run. That thread only.
 */
final class InFlight implements BooleanSupplier {
    private final Generator<?>[] generators;
    private final Sink<?>[] sinks;
    private final int subscribers;

    private InFlight(Tasks tasks, int subscribers) {
        this.generators = tasks.generators().toArray(Generator[]::new);
        this.sinks = tasks.sinks().toArray(Sink[]::new);
        this.subscribers = subscribers;
    }

    /**
     * Returns whether nothing is in flight on a thread with some of the tasks; never true if another thread sends or receives.
     *
     * @param subscribers how often each message arrives
     */
    static BooleanSupplier none(List<Task> thread, Tasks tasks, int subscribers) {
        boolean sendsAndReceives = !tasks.generators().isEmpty()
                && thread.containsAll(tasks.generators())
                && thread.containsAll(tasks.sinks());
        return sendsAndReceives ? new InFlight(tasks, subscribers) : () -> false;
    }

    @Override
    public boolean getAsBoolean() {
        long outstanding = 0;
        for (Generator<?> generator : generators) {
            // What failed may arrive all the same.
            if (generator.failed() > 0) {
                return false;
            }
            outstanding += generator.sent();
        }
        outstanding *= subscribers;
        for (Sink<?> sink : sinks) {
            outstanding -= sink.received();
        }
        return outstanding == 0;
    }
}
