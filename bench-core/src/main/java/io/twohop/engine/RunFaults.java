package io.twohop.engine;

import io.twohop.account.MessageSizes;
import io.twohop.fault.FaultAnalysis;
import io.twohop.fault.FaultSource;
import io.twohop.fault.Injection;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.pipeline.ConsumerGate;
import io.twohop.pipeline.Pipeline;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Notices;
import io.twohop.transport.Transport;
import io.twohop.workload.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.SystemNanoClock;

/** The faults of one measurement; without faults it does nothing. The monitor's thread. */
final class RunFaults {
    private final MessageOutcomes outcomes;
    private final Notices notices;
    private final FaultSource source;
    private final ConsumerTarget consumers = new ConsumerTarget(SystemNanoClock.INSTANCE);
    private final boolean stopsConsumers;

    /** @throws io.twohop.config.ConfigException for a fault to something that the run does not have */
    RunFaults(Measurement measurement, Transport transport, OtherParts others) {
        List<Fault> faults = measurement.scenario().faults();
        outcomes = measurement.newOutcomes();
        stopsConsumers = faults.stream().anyMatch(Fault::stopsConsumers);
        notices = measurement.context().notices();
        source = faults.isEmpty()
                ? FaultSource.NONE
                : others.faults(faults, () -> targets(measurement, transport, others));
    }

    private List<FaultTarget> targets(Measurement measurement, Transport transport, OtherParts others) {
        List<FaultTarget> targets = new ArrayList<>(transport.faultTargets());
        others.process().ifPresent(targets::add);
        targets.addAll(Sandbox.of(measurement.scenario().faults())
                .targets(measurement.plan().dataDirectory()));
        if (stopsConsumers) {
            targets.add(consumers);
        }
        return targets;
    }

    boolean areWanted() {
        return source != FaultSource.NONE;
    }

    MessageOutcomes outcomes() {
        return outcomes;
    }

    Notices notices() {
        return notices;
    }

    ConsumerGate gate() {
        return stopsConsumers ? consumers.gate() : ConsumerGate.NONE;
    }

    void start(Window window, Pipeline pipeline) {
        consumers.watch(window, pipeline::waiting);
        source.start(window.measureStartNanos());
    }

    /** Returns the reason why a fault could not be done; empty while all is well. */
    Optional<String> failure() {
        return source.failure();
    }

    void close() throws InterruptedException {
        source.close();
        consumers.gate().open();
    }

    /**
     * Returns the effects of the faults, once every thread has ended and each message is accounted for; empty without a fault.
     *
     * @param sizes of the messages; {@code null} if none was published in the window
     */
    Optional<FaultAnalysis> analysis(Window window, Duration redelivery, long untilNanos, MessageSizes sizes) {
        List<Injection> done = source.done();
        if (done.isEmpty()) {
            return Optional.empty();
        }
        long endedNanos = done.get(done.size() - 1).endedNanos();
        boolean mayCome = untilNanos - endedNanos < redelivery.toNanos();
        double meanBytes = sizes == null ? 0 : sizes.meanBytes();
        return Optional.of(new FaultAnalysis(outcomes, window, notices, done, mayCome, meanBytes));
    }
}
