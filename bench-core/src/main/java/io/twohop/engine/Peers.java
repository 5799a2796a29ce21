package io.twohop.engine;

import io.twohop.fault.Injection;
import io.twohop.pipeline.RemoteService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/** The other processes of a run that is spread over machines. Called by the monitor's thread. */
public interface Peers {
    /** A run that has no peers, or has started them itself. */
    Peers NONE = new Peers() {
        @Override
        public long awaitStart(NanoClock clock, String address) {
            return clock.nanoTime() + LEAD_NANOS;
        }

        @Override
        public void awaitEnd() {}
    };

    /** Time for the threads to start spinning before the first message is due. */
    long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * Reports that everything is connected here, and waits until all others are.
     *
     * @param address address of the server that this process started; {@code null} for none
     * @return the time at which the run begins, on the clock
     * @throws IllegalStateException if the others never connect
     */
    long awaitStart(NanoClock clock, String address);

    /** Returns the faults done to peers so far, by time since measuring began. */
    default List<Injection> faults() {
        return List.of();
    }

    /** Returns the services among the peers. */
    default RemoteService service() {
        throw new IllegalStateException("no service elsewhere");
    }

    /** Reports that everything is measured here, and waits until no peer uses the run's channels any more. */
    void awaitEnd() throws InterruptedException;
}
