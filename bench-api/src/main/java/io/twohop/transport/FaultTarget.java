package io.twohop.transport;

import io.twohop.workload.Fault;
import java.io.IOException;

/** A part of a run that faults can hit, such as a server's process. One thread at a time. */
public interface FaultTarget {
    /** Name such as {@code broker-1}; lower case, unique in a run. */
    String name();

    /** Prepares for a fault shortly before it is due, such as by finding the leader. */
    default void prepare() throws IOException, InterruptedException {}

    /** Name of the part that the fault hits; differs from {@link #name} for a role such as the leader. */
    default String part() {
        return name();
    }

    /** Applies a fault, and returns once it is in effect. */
    void begin(Fault fault) throws IOException, InterruptedException;

    /**
     * Returns whether a fault without a fixed duration has lasted long enough; asked repeatedly, without waiting.
     *
     * @throws IOException if it can no longer achieve what it was to do
     */
    default boolean isOver(Fault fault) throws IOException {
        return true;
    }

    /** Reverts a fault; a server that was ended may serve later. */
    void end(Fault fault) throws IOException, InterruptedException;
}
