package io.twohop.pipeline;

import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.transport.Channel;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.Map;

/** A service in another process. The monitor's thread calls it. */
public interface RemoteService {
    /** The service of a pipeline that contains its own, or has none. */
    RemoteService NONE = new RemoteService() {
        @Override
        public void open() {}

        @Override
        public ServiceClocks clocks() {
            return ServiceClocks.SAME;
        }
    };

    /** Starts the service if this process has to, and returns when it is ready. The sinks are connected by then. */
    void open() throws Exception;

    /** Returns the channel that it takes requests from, instead of the run's own. */
    default Channel requests(Channel own) {
        return own;
    }

    /** Returns the channel that it puts replies on, instead of the run's own. */
    default Channel replies(Channel own) {
        return own;
    }

    /** Returns a publisher of requests in the form that the service knows. */
    default Publisher publisher(Publisher requests) {
        return requests;
    }

    /** Returns a subscription that gives each reply the header of its request. */
    default Subscription subscription(Subscription replies) {
        return replies;
    }

    /** Returns what the way through the service promises, given what the transport does. */
    default Guarantees promises(Guarantees ofTransport) {
        return ofTransport;
    }

    /** Returns after what time a message would be delivered again, given what the transport does. */
    default Duration redelivery(Duration ofTransport) {
        return ofTransport;
    }

    /**
     * Returns recorders of what it measures itself; once, before the first message is sent.
     *
     * @param window of the run
     */
    default Map<Probe, LatencyRecorder> recorders(Window window) {
        return Map.of();
    }

    /** Returns how far replies have come on each lane of the requests. */
    default RequestLanes requestLanes() {
        return RequestLanes.NONE;
    }

    /** Returns whether replies are bytes of the service's own, so that they cannot be compared with the requests. */
    default boolean repliesDiffer() {
        return false;
    }

    /** Returns the service's clocks; once everything is connected and the start is agreed. */
    ServiceClocks clocks();
}
