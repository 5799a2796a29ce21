package io.twohop.agents;

import io.twohop.agents.Beat.Phase;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.fault.FaultInjector;
import io.twohop.fault.FaultSource;
import io.twohop.fault.Injection;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.ProcessTarget;
import io.twohop.workload.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A part that serves the others until it is asked to end, and does the faults that address it. */
abstract class StandingWork extends PartWork {
    private static final long LOOK_MILLIS = 100;

    private final CountDownLatch end = new CountDownLatch(1);
    private volatile FaultSource injector = FaultSource.NONE;
    private volatile long measureStartNanos;

    StandingWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
    }

    /**
     * Lets processes serve until the coordinator or a failure ends them.
     *
     * @param address of the server that they are; {@code null} for none
     * @return the failure; {@code null} after a request to end
     */
    final String stand(List<? extends ProcessTarget> processes, String address) throws InterruptedException {
        List<FaultTarget> targets = AgentTargets.of(plan(), processes);
        List<Fault> faults = AgentTargets.faults(plan().scenario().faults(), targets);
        injector = new FaultInjector(faults, targets);
        connectedAt(address);
        List<Injection> known = List.of();
        Optional<String> failure = Optional.empty();
        while (failure.isEmpty() && !end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            List<Injection> done = injector.done();
            if (!done.equals(known)) {
                known = done;
                changed();
            }
            failure = failure(processes);
        }
        injector.close();
        return failure.orElse(null);
    }

    private Optional<String> failure(List<? extends ProcessTarget> processes) {
        return injector.failure()
                .or(() -> processes.stream()
                        .map(ProcessTarget::unaskedEnd)
                        .flatMap(Optional::stream)
                        .findFirst());
    }

    @Override
    final void tell(ParentMessage message) {
        if (message instanceof ParentMessage.Start start) {
            start(start);
        } else if (message instanceof ParentMessage.End) {
            end.countDown();
        }
    }

    private synchronized void start(ParentMessage.Start start) {
        if (measureStartNanos == 0) {
            measureStartNanos =
                    start.nanos() + plan().scenario().load().warmup().toNanos();
            injector.start(measureStartNanos);
            onStart(start);
        }
        to(Phase.WORKING);
    }

    /** Called once, when the start of the run is agreed on. */
    void onStart(ParentMessage.Start start) {}

    @Override
    final List<Injection> faults() {
        return injector.done().stream()
                .map(injection -> injection.shifted(-measureStartNanos))
                .toList();
    }

    @Override
    final void abort() {
        end.countDown();
    }
}
