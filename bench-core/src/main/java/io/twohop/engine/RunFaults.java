package io.twohop.engine;

import io.twohop.fault.FaultAnalysis;
import io.twohop.fault.FaultSource;
import io.twohop.fault.Injection;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Notices;
import io.twohop.transport.Transport;
import io.twohop.workload.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The faults of one measurement; without faults it does nothing. The monitor's thread. */
final class RunFaults {
    private final MessageOutcomes outcomes;
    private final Notices notices;
    private final FaultSource source;

    /** @throws io.twohop.config.ConfigException for a fault to something that the run does not have */
    RunFaults(Measurement measurement, Transport transport, OtherParts others) {
        List<Fault> faults = measurement.scenario().faults();
        outcomes = measurement.newOutcomes();
        notices = measurement.context().notices();
        source = faults.isEmpty()
                ? FaultSource.NONE
                : others.faults(faults, () -> targets(measurement, transport, others));
    }

    private static List<FaultTarget> targets(Measurement measurement, Transport transport, OtherParts others) {
        List<FaultTarget> targets = new ArrayList<>(transport.faultTargets());
        others.process().ifPresent(targets::add);
        targets.addAll(Sandbox.of(measurement.scenario().faults())
                .targets(measurement.plan().dataDirectory()));
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

    void start(Window window) {
        source.start(window.measureStartNanos());
    }

    /** Returns the reason why a fault could not be done; empty while all is well. */
    Optional<String> failure() {
        return source.failure();
    }

    void close() throws InterruptedException {
        source.close();
    }

    /** Returns the effects of the faults, once every thread has ended and each message is accounted for; empty without a fault. */
    Optional<FaultAnalysis> analysis(Window window, Duration redelivery, long untilNanos) {
        List<Injection> done = source.done();
        if (done.isEmpty()) {
            return Optional.empty();
        }
        long endedNanos = done.get(done.size() - 1).endedNanos();
        boolean mayCome = untilNanos - endedNanos < redelivery.toNanos();
        return Optional.of(new FaultAnalysis(outcomes, window, notices, done, mayCome));
    }
}
