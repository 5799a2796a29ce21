package io.twohop.engine;

import io.twohop.account.Accounting;
import io.twohop.fault.FaultInjector;
import io.twohop.fault.FaultSource;
import io.twohop.finding.Finding;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.ProcessTarget;
import io.twohop.workload.Fault;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * The parts of a run outside this process, beside servers: none, a {@link ServiceProcess} that this process starts, a
 * {@link DeployedService} that already runs, or {@link ParentPeers} that agents or a duet start. The
 * defaults are those of no other part. Called by the monitor's thread.
 */
interface OtherParts extends RemoteService {
    /** Time for the threads to start spinning before the first message is due. */
    long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A run within this process. */
    OtherParts NONE = new OtherParts() {};

    /** Returns the part of the way that is left for this process. */
    default Role role() {
        return Role.WHOLE;
    }

    @Override
    default void open() throws Exception {}

    @Override
    default ServiceClocks clocks() {
        return ServiceClocks.SAME;
    }

    /**
     * Waits until all parts are connected, and returns when the run begins.
     *
     * @param address of the server that this process started; {@code null} for none
     * @throws IllegalStateException if the parts do not agree on a start in time
     */
    default long awaitStart(NanoClock clock, String address) {
        return clock.nanoTime() + LEAD_NANOS;
    }

    /** Tells the parts when messages are measured, unless they know. */
    default void begin(Window window) {}

    /** Returns whether the run may end before its time. */
    default boolean mayEndEarly() {
        return true;
    }

    default Optional<ProcessTarget> process() {
        return Optional.empty();
    }

    /** Returns what does the workload's faults. */
    default FaultSource faults(List<Fault> faults, Supplier<List<FaultTarget>> targets) {
        return new FaultInjector(faults, targets.get());
    }

    /** Returns why a part can no longer do its work. */
    default Optional<String> broken() {
        return Optional.empty();
    }

    /**
     * Returns whether messages that have not arrived may still do so.
     *
     * @param nanos time since everything was sent
     */
    default boolean awaitsMore(long nanos) {
        return true;
    }

    /** Returns whether answers came, though perhaps not all that a message needs to have arrived. */
    default boolean hasBegun() {
        return false;
    }

    /** Returns an account completed by the parts, which know why some messages did not arrive. */
    default Accounting settled(Accounting account) {
        return account;
    }

    /**
     * Returns what a reader should know about the parts; once a run has ended without a failure.
     *
     * @param account of the run's messages
     */
    default List<Finding> incidents(Accounting account) {
        return List.of();
    }

    /** Returns what a service in another process did. */
    default ServiceCounts counts() {
        return ServiceCounts.NONE;
    }

    /** Returns the time that messages took of a service in another process, once that has ended. */
    default List<WorkMeter.Sum> work() {
        return List.of();
    }

    /** Ends what this process started and takes over the outcomes of messages that it reported. */
    default void end(MessageOutcomes outcomes) throws InterruptedException {}

    /** Waits, once everything is measured and reported here, until no other part uses the run's channels. */
    default void awaitEnd() throws InterruptedException {}
}
