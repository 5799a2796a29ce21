package io.twohop.engine;

import io.twohop.fault.Injection;
import io.twohop.pipeline.RemoteService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/** The other processes of a run that is spread over machines. Called by the monitor's thread. */
public interface Peers {
    /** Of a run that has none, or has started them itself. */
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
     * Everything is connected here. Returns when all others are, with the time that the run begins at.
     *
     * @param address of the server that this process started; null for none
     * @throws IllegalStateException where that does not come about
     */
    long awaitStart(NanoClock clock, String address);

    /** What faults were done to them so far, by time since measuring began. */
    default List<Injection> faults() {
        return List.of();
    }

    /** The services among them. */
    default RemoteService service() {
        throw new IllegalStateException("no service elsewhere");
    }

    /** All is measured and reported here. Returns when no other uses the run's channels any more. */
    void awaitEnd() throws InterruptedException;
}
