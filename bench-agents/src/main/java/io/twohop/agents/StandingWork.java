package io.twohop.agents;

import io.twohop.agents.Beat.Phase;
import io.twohop.engine.protocol.Start;
import io.twohop.fault.FaultInjector;
import io.twohop.fault.Injection;
import io.twohop.measure.Window;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.ProcessTarget;
import io.twohop.workload.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A part that is at work for the others until it is asked to end; the faults that are for it are done here. */
abstract class StandingWork extends PartWork {
    private static final long LOOK_MILLIS = 100;

    private final CountDownLatch end = new CountDownLatch(1);
    private volatile FaultInjector injector;
    private volatile long measureStartNanos;

    StandingWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
    }

    /**
     * Is at work by processes that serve now.
     *
     * @param address of the server that they are; null for none
     * @return why they can no longer do it; null where it was asked to end
     */
    final String stand(List<? extends ProcessTarget> processes, String address) throws InterruptedException {
        List<FaultTarget> targets = AgentTargets.of(plan(), processes);
        List<Fault> faults = AgentTargets.faults(plan().scenario().faults(), targets);
        injector = new FaultInjector(faults, targets);
        connectedAt(address);
        List<Injection> known = List.of();
        String failure = null;
        while (failure == null && !end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            List<Injection> done = injector.done();
            if (!done.equals(known)) {
                known = done;
                changed();
            }
            failure = failure(processes);
        }
        injector.close();
        return failure;
    }

    private String failure(List<? extends ProcessTarget> processes) {
        return injector.failure() != null
                ? injector.failure()
                : processes.stream()
                        .map(ProcessTarget::unaskedEnd)
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElse(null);
    }

    /** May be asked more than once. */
    @Override
    final synchronized void start(Start start) {
        if (measureStartNanos == 0) {
            measureStartNanos =
                    start.nanos() + plan().scenario().load().warmup().toNanos();
            injector.start(measureStartNanos);
            during(new Window(
                    start.nanos(),
                    measureStartNanos,
                    measureStartNanos + plan().scenario().load().duration().toNanos()));
        }
        to(Phase.WORKING);
    }

    /** It is known when messages are measured. */
    void during(Window measured) {}

    @Override
    final List<Injection> faults() {
        FaultInjector its = injector;
        return its == null
                ? List.of()
                : its.done().stream()
                        .map(injection -> injection.shifted(-measureStartNanos))
                        .toList();
    }

    @Override
    final void finish() {
        end.countDown();
    }

    @Override
    final void abort() {
        end.countDown();
    }
}
