package io.twohop.transport;

import io.twohop.finding.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An open transport. The harness opens it on its own starting thread, asks for the ends of each channel there, and
 * closes it after every publisher and subscription is closed.
 */
public interface Transport extends AutoCloseable {
    /**
     * A publishing end for the use of one thread.
     *
     * @param acknowledgements receives each acknowledged or failed message; ignored where {@link Guarantees#acknowledged()}
     *     is false
     */
    Publisher publisher(Channel channel, Acknowledgements acknowledgements) throws Exception;

    /**
     * A consuming end for the use of one thread. It sees every message published after this call returned; several
     * subscriptions of one channel in the same group share the messages among them, and where the transport {@link
     * TransportProvider#fansOut() fans out}, each group gets all of them. Groups subscribe before there is a publisher.
     */
    Subscription subscribe(Channel channel, String group) throws Exception;

    /**
     * The two ends that one service works between, for the use of one thread. To be overridden where they work together,
     * as in a transaction that spans what is consumed and what is published.
     *
     * @param acknowledgements receives the replies' outcomes
     */
    default ServiceEnds service(Channel requests, String group, Channel replies, Acknowledgements acknowledgements)
            throws Exception {
        return new ServiceEnds(subscribe(requests, group), publisher(replies, acknowledgements));
    }

    /**
     * Called once every end is open and before the first message: returns when nothing is left to settle that a message
     * could meet, such as which consumer receives what. Bounded by the transport itself.
     */
    default void settle() throws Exception {}

    /**
     * What the transport promises as it is configured; the result shows it and the verdict holds it to it. Nothing by default:
     * then no loss makes a run invalid.
     */
    default Guarantees guarantees() {
        return Guarantees.NONE;
    }

    /**
     * After how long a message that was delivered and not acknowledged is delivered again; zero where it never is. Until then
     * one that is missing cannot be called lost, and when it comes it must still be distinguished from a duplicate.
     */
    default Duration redelivery() {
        return Duration.ZERO;
    }

    /** How many consumers, each with a thread's worth of work, each hop is to have. */
    default int consumersPerHop() {
        return 1;
    }

    /** Whether {@link Subscription#poll} may block its thread: such a consumer cannot share a thread with a generator. */
    default boolean pollBlocks() {
        return false;
    }

    /**
     * Number of busy threads of its own on this machine while messages flow, those of its servers included: agents leave
     * cores to them. By default one for each server process that it started.
     */
    default int busyThreads() {
        return (int) faultTargets().stream()
                .filter(target -> target instanceof ProcessTarget process
                        && process.handle().isPresent())
                .count();
    }

    /**
     * Names of its threads in this process that no message waits for, such as one that deletes old files. Threads of its that
     * are not named here are taken to be on the path of the messages: what keeps them from a core makes figures doubtful.
     */
    default List<String> backgroundThreads() {
        return List.of();
    }

    /** Versions of what the messages go through, such as the client library's and the broker's; for the result. */
    default Map<String, String> versions() {
        return Map.of();
    }

    /** Where it keeps messages, if not in the run's own directory; else null. For the result: the file system is part of a figure. */
    default Path dataDirectory() {
        return null;
    }

    /**
     * Makes a channel, if it is not there, for another process of the run that {@link RunContext#joins()}; this one deletes it.
     *
     * @param group of the other process's consumers
     */
    default void create(Channel channel, String group) throws Exception {}

    /** Where another process of the run reaches the server that this one started; null where it needs to know nothing. */
    default String address() {
        return null;
    }

    /** What faults can be done to, of what this transport started. */
    default List<FaultTarget> faultTargets() {
        return List.of();
    }

    /** What happened meanwhile that a reader of the numbers should know; asked at the end of the run. */
    default List<Finding> incidents() {
        return List.of();
    }

    @Override
    default void close() {}
}
