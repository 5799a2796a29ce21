package io.twohop.fault;

import java.util.List;

/** Where a run's faults are done, and what it knows of them. */
public interface FaultSource {
    /** Begins; the first fault comes when measuring has begun and its time is there. */
    void start(long measureStartNanos);

    /** What was done so far, by time. */
    List<Injection> done();

    /** Why a fault could not be done; null while all is well. */
    String failure();

    /** No further fault; returns when the one under way is done. */
    void close() throws InterruptedException;
}
