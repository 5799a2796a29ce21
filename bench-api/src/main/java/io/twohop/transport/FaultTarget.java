package io.twohop.transport;

import io.twohop.workload.Fault;
import java.io.IOException;

/** A part of a run that faults can be done to, such as a server's process. One thread at a time calls it. */
public interface FaultTarget {
    /** Such as {@code broker-1}; lower case, unique in a run. */
    String name();

    /** Called shortly before a fault is due, for whatever takes time to find out. */
    default void prepare() throws IOException, InterruptedException {}

    /** The name of the part that a fault is done to: another one's than {@link #name} where that stands for it. */
    default String part() {
        return name();
    }

    /** Does it; returns when it is in effect. */
    void begin(Fault fault) throws IOException, InterruptedException;

    /** Undoes it, though what was ended may take a while to serve again. */
    void end(Fault fault) throws IOException, InterruptedException;
}
