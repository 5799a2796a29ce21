package io.twohop.transport;

import io.twohop.finding.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An open transport. The harness opens it on its starting thread, asks for the ends of each channel there, and closes
 * it after all of them.
 */
public interface Transport extends AutoCloseable {
    /**
     * Opens a publisher for one thread.
     *
     * @param acknowledgements receives each message's outcome; unused if {@link Guarantees#acknowledged()} is false
     */
    Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception;

    /**
     * Opens a subscription for one thread. It receives every message published after this call returned. Subscriptions
     * in the same group share a channel's messages; if the transport {@link TransportProvider#fansOut() fans out}, each
     * group receives all of them. Groups subscribe before the first publisher opens.
     */
    Subscription subscribe(Channel channel, String group) throws Exception;

    /**
     * Opens the two ends of one service, for one thread. Override it if they work together, as in a transaction over
     * consuming and publishing.
     *
     * @param acknowledgements receives the replies' outcomes
     */
    default ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements)
            throws Exception {
        return new ServiceEnds(subscribe(requests, group), publisher(replies, acknowledgements));
    }

    /**
     * Waits, once all ends are open, until the transport is ready for the first message, such as for the assignment of
     * consumers. The transport bounds the wait.
     */
    default void settle() throws Exception {}

    /** Starts to watch the consumers of an existing channel of requests; once, after its publisher was opened. */
    default ConsumerWatch watchConsumers(Channel requests) throws InterruptedException {
        return ConsumerWatch.NONE;
    }

    /** Returns whose clocks tell when messages are appended to the logs of two existing channels, where these keep such times. */
    default AppendClock appendClock(Channel requests, Channel replies) throws InterruptedException {
        return AppendClock.NONE;
    }

    /**
     * Returns the guarantees of this configuration, to which the verdict holds the transport. By default none: then no
     * loss invalidates a run.
     */
    default Guarantees guarantees() {
        return Guarantees.NONE;
    }

    /**
     * The time after which an unacknowledged message is redelivered; zero if never. Until then a missing message does
     * not count as lost, and a redelivered one must be told from a duplicate.
     */
    default Duration redelivery() {
        return Duration.ZERO;
    }

    /**
     * Number of the transport's threads that are busy on this machine while messages flow, servers included: the layout
     * leaves cores to them. By default one per server process that it started.
     */
    default int consumersPerHop() {
        return 1;
    }

    /** Whether {@link Subscription#poll} may block: such a consumer cannot share a thread with a generator. */
    default boolean pollBlocks() {
        return false;
    }

    /**
     * Number of busy threads of its own on this machine while messages flow, those of its servers included: tasks leave
     * cores to them. By default one for each server process that it started.
     */
    default int busyThreads() {
        return (int) faultTargets().stream()
                .filter(target -> target instanceof ProcessTarget process
                        && process.handle().isPresent())
                .count();
    }

    /**
     * Names of threads in this process that no message waits for, such as one that deletes old files. Other threads
     * count as part of the path: if they wait for a core, figures become doubtful.
     */
    default List<String> backgroundThreads() {
        return List.of();
    }

    /** Versions of the libraries and servers that messages pass through, for the result. */
    default Map<String, String> versions() {
        return Map.of();
    }

    /** Keys of the transport's file whose values the run decides, with their values, for the result. */
    default Map<String, String> chosen() {
        return Map.of();
    }

    /** The directory of the messages, if outside the run's; otherwise null. The result names its file system. */
    default Path dataDirectory() {
        return null;
    }

    /**
     * Creates a channel, if absent, for another process of the run that {@link RunContext#joins()}; this process
     * deletes it.
     *
     * @param group of the other process's consumers
     */
    default void create(Channel channel, String group) throws Exception {}

    /** The address at which another process of the run reaches the server; null if it needs none. */
    default String address() {
        return null;
    }

    /** Returns what faults can hit of the transport's own. */
    default List<FaultTarget> faultTargets() {
        return List.of();
    }

    /** Returns events that a reader of the numbers should know; called at the end of the run. */
    default List<Finding> incidents() {
        return List.of();
    }

    @Override
    default void close() {}
}
