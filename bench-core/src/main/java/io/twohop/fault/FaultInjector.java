package io.twohop.fault;

import io.twohop.config.ConfigException;
import io.twohop.finding.Rules;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Occurrence;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Does a workload's faults at their times, on a thread of its own. */
public final class FaultInjector implements FaultSource {
    private static final long PREPARE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long JOIN_MILLIS = TimeUnit.SECONDS.toMillis(40);

    private final Queue<Step> steps = new PriorityQueue<>(Comparator.comparingLong(Step::offsetNanos));
    private final List<Injection> done = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "fault-injector");
    private long startNanos;
    private final Map<Fault, Occurrence> underWay = new IdentityHashMap<>();
    private volatile boolean closed;
    private volatile Optional<String> failure = Optional.empty();

    /** A change of one target, at an offset from the start of measuring. */
    private record Step(long offsetNanos, Fault fault, FaultTarget target, boolean begins) {}

    /** @throws ConfigException where a fault is for a target that the run does not have */
    public FaultInjector(List<Fault> faults, List<FaultTarget> targets) {
        for (Fault fault : faults) {
            FaultTarget target = FaultTargets.find(fault, targets);
            steps.add(new Step(fault.at().toNanos(), fault, target, true));
        }
        thread.setDaemon(true);
    }

    @Override
    public void start(long measureStartNanos) {
        startNanos = measureStartNanos;
        thread.start();
    }

    private void run() {
        try {
            while (!steps.isEmpty()) {
                Step step = steps.remove();
                sleepUntil(startNanos + step.offsetNanos() - PREPARE_NANOS);
                if (step.begins()) {
                    step.target().prepare();
                }
                sleepUntil(startNanos + step.offsetNanos());
                if (closed) {
                    return;
                }
                take(step);
            }
        } catch (IOException | RuntimeException e) {
            failure = Optional.of(Rules.FAULT_FAILED.found(e.getMessage()).sentence());
            startConsumers();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a stop of consumers when another fault could not be done, so that what piled up can drain. */
    private void startConsumers() {
        for (Step left : steps) {
            if (!left.begins() && left.fault().stopsConsumers()) {
                try {
                    end(left.fault(), left.target());
                } catch (IOException e) {
                    failure =
                            Optional.of(Rules.FAULT_FAILED.found(e.getMessage()).sentence());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void take(Step step) throws IOException, InterruptedException {
        Fault fault = step.fault();
        FaultTarget target = step.target();
        if (step.begins()) {
            long nanos = System.nanoTime();
            target.begin(fault);
            // A target that shuts down in order may serve for a while yet.
            nanos = lasts(fault) ? System.nanoTime() : nanos;
            begin(fault, target.part(), nanos);
            checkInTime(step, nanos);
            if (lasts(fault)) {
                // However late it began, it lasts as long as it should.
                endAt(nanos + fault.length().toNanos(), step);
                return;
            }
        }
        if (target.isOver(fault)) {
            end(fault, target);
        } else {
            endAt(System.nanoTime() + LOOK_NANOS, step);
        }
    }

    private void end(Fault fault, FaultTarget target) throws IOException, InterruptedException {
        if (fault.stopsConsumers()) {
            // Consumers take messages at once, perhaps before this thread reads the clock.
            end(fault);
            target.end(fault);
        } else {
            target.end(fault);
            end(fault);
        }
    }

    private void endAt(long nanos, Step begun) {
        steps.add(new Step(nanos - startNanos, begun.fault(), begun.target(), false));
    }

    private static boolean lasts(Fault fault) {
        return fault.outage() != null || fault.messages() != null;
    }

    /** Fails the run if an outage took effect too late to be observed. A restart takes as long as it takes. */
    private void checkInTime(Step step, long nanos) {
        long lateNanos = nanos - startNanos - step.offsetNanos();
        if (lasts(step.fault()) && lateNanos > LATE_NANOS) {
            failure = Optional.of(Rules.FAULT_LATE
                    .found(step.fault().what(), TimeUnit.NANOSECONDS.toMillis(lateNanos))
                    .sentence());
        }
    }

    private synchronized void begin(Fault fault, String part, long nanos) {
        underWay.put(fault, Occurrence.begin("fault: " + fault.what()));
        done.add(new Injection(fault, part, nanos, 0));
    }

    private synchronized void end(Fault fault) {
        Optional.ofNullable(underWay.remove(fault)).ifPresent(Occurrence::over);
        for (int i = 0; i < done.size(); i++) {
            Injection injection = done.get(i);
            if (injection.fault() == fault) {
                done.set(i, new Injection(fault, injection.part(), injection.beganNanos(), System.nanoTime()));
            }
        }
    }

    private void sleepUntil(long nanos) {
        long leftNanos = nanos - System.nanoTime();
        while (leftNanos > 0 && !closed) {
            LockSupport.parkNanos(leftNanos);
            leftNanos = nanos - System.nanoTime();
        }
    }

    @Override
    public synchronized List<Injection> done() {
        return List.copyOf(done);
    }

    @Override
    public Optional<String> failure() {
        return failure;
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        LockSupport.unpark(thread);
        if (thread.isAlive()) {
            thread.join(JOIN_MILLIS);
        }
        endAll();
    }

    private synchronized void endAll() {
        underWay.values().forEach(Occurrence::over);
        underWay.clear();
    }
}
