package io.twohop.fault;

import java.util.List;
import java.util.Optional;

/** The faults of a run. */
public interface FaultSource {
    FaultSource NONE = new FaultSource() {
        @Override
        public void start(long measureStartNanos) {}

        @Override
        public List<Injection> done() {
            return List.of();
        }
    };

    /** Begins; the first fault comes when measuring has begun and its time is there. */
    void start(long measureStartNanos);

    /** Returns the faults done so far, by time. */
    List<Injection> done();

    /** Returns why a fault could not be done; empty while all is well. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Lets no further fault begin, and returns when the one under way is done. */
    default void close() throws InterruptedException {}
}
