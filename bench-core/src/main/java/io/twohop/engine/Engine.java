package io.twohop.engine;

import io.twohop.cost.CostMeter;
import io.twohop.measure.Accounting;
import io.twohop.measure.Interval;
import io.twohop.measure.Throughput;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.Progress;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.pipeline.ThreadLayout;
import io.twohop.recording.RunEvents;
import io.twohop.result.Costs;
import io.twohop.result.Environment;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Incident;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.Transport;
import io.twohop.workload.Idle;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Runs one measurement in this JVM: connects, starts the threads, cuts the run into seconds, waits for what is
 * outstanding, and ends everything. Every wait is bounded. The calling thread is the monitor; it sleeps between seconds.
 */
public final class Engine {
    /** Time for the threads to start spinning before the first message is due. */
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Time to read what the processes have taken, before the window that it is read for. */
    private static final long METER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long DRAIN_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * What has not moved in the last part of the drain limit is lost rather than queued. A transport that syncs a whole
     * batch at once delivers in bursts.
     */
    private static final int QUIET_PART = 4;

    private static final Incident SHARED_SERVER = new Incident(
            "the server is shared with other runs: it was warm, and its memory and pauses were not recorded",
            "let the run start its own for figures to publish",
            false);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(15);

    private final Measurement measurement;
    private final RunListener listener;
    private final Timekeeper time;
    private final NanoClock clock;
    private Window window;
    private Pipeline pipeline;
    private ServiceProcess service;
    private RunFaults faults;
    private IntervalCutter cutter;
    private CostMeter meter;
    private Costs costs;
    private RunEvents events;
    private List<FaultTarget> parts = List.of();
    private String failure;
    private boolean interrupted;

    public Engine(Measurement measurement, RunListener listener) {
        this(measurement, listener, Timekeeper.REAL);
    }

    Engine(Measurement measurement, RunListener listener, Timekeeper time) {
        this.measurement = measurement;
        this.listener = listener;
        this.time = time;
        this.clock = time.clock();
    }

    /**
     * Measures. Returns when the run is over, in whatever way; the listener has then been notified.
     *
     * @throws Exception when the transport could not be opened or connected: nothing was measured
     * @throws InterruptedException when it was interrupted, once all is closed
     */
    public void run() throws Exception {
        RoundTrip.check(measurement.messages());
        Environment environment =
                Environment.ofThisProcess(measurement.context().dataDirectory());
        Transport transport = measurement.provider().open(measurement.config(), measurement.context());
        boolean clean = false;
        try {
            service = measurement.workload().service().process()
                    ? new ServiceProcess(
                            measurement.plan().joining(transport.address()),
                            measurement.context().notices())
                    : null;
            faults = new RunFaults(measurement, transport, service);
            parts = transport.faultTargets();
            PipelineSpec<?> spec = spec();
            // In time that a test moves, nothing takes any.
            OptionalDouble share =
                    time == Timekeeper.REAL ? LayoutTrial.singleShare(spec, transport) : OptionalDouble.empty();
            pipeline = new Pipeline(spec.withSingleShare(share), transport, clock, this::timetable);
            cutter = new IntervalCutter(pipeline, window, clock, listener);
            meter = new CostMeter(threads(), this::processes, pipeline::received);
            listener.onStarted(new RunListener.Started(
                    Instant.now(), pipeline.layout(), pipeline.guarantees(), transport.versions(), environment));
            time.start(pipeline);
            faults.start(window);
            events = RunEvents.isRecording() ? new RunEvents(eventSource()) : null;
            Progress beforeCutOff = watch();
            clean = end(transport, beforeCutOff) && !hasLostAServer();
        } finally {
            if (events != null) {
                events.end();
            }
            if (service != null) {
                service.close();
            }
            close(transport, clean);
        }
        if (interrupted) {
            throw new InterruptedException("the measurement was interrupted");
        }
    }

    private PipelineSpec<?> spec() {
        return service == null
                ? measurement.pipelineSpec(faults.outcomes(), Role.WHOLE, null)
                : measurement.pipelineSpec(faults.outcomes(), Role.ENDS, () -> {
                    service.open();
                    return service.sharesClock();
                });
    }

    private ServiceCounts serviceCounts() {
        return pipeline.serviceCounts().plus(service == null ? ServiceCounts.NONE : service.counts());
    }

    private RunEvents.Source eventSource() {
        ThreadLayout layout = pipeline.layout();
        return new RunEvents.Source(
                window,
                pipeline.slowestMessages(),
                pipeline.slowestAnswers(),
                pipeline.slices(),
                pipeline::completedInWindow,
                threads(),
                layout.idle() == Idle.SPIN,
                layout.cores() > layout.threads().size());
    }

    private List<String> threads() {
        return pipeline.layout().threads().stream()
                .map(agents -> String.join("+", agents))
                .toList();
    }

    /** Those that the run started itself. */
    private Map<String, ProcessHandle> processes() {
        Map<String, ProcessHandle> processes = new LinkedHashMap<>();
        if (service != null) {
            service.handle().ifPresent(handle -> processes.put(service.name(), handle));
        }
        for (FaultTarget part : parts) {
            if (part instanceof ProcessTarget process) {
                process.handle().ifPresent(handle -> processes.put(process.name(), handle));
            }
        }
        return processes;
    }

    /** A part of a phase is over. */
    private void cut(long nowNanos) {
        Interval interval = cutter.cut(nowNanos);
        if (events != null) {
            events.onInterval(interval);
        }
    }

    private Window timetable() {
        Workload workload = measurement.workload();
        long startNanos = clock.nanoTime() + LEAD_NANOS;
        long measureStartNanos = startNanos + workload.warmup().toNanos();
        window = new Window(
                startNanos,
                measureStartNanos,
                measureStartNanos + workload.duration().toNanos());
        return window;
    }

    /** How far the messages had come a while before the drain limit cut them off; null if it did not. */
    private Progress watch() {
        long drainNanos = measurement.workload().drain().toNanos();
        // Warm-up is cut into whole seconds that end where measuring begins.
        long warmupNanos = window.measureStartNanos() - window.startNanos();
        long nextNanos =
                window.startNanos() + (warmupNanos % SECOND_NANOS == 0 ? SECOND_NANOS : warmupNanos % SECOND_NANOS);
        if (warmupNanos == 0) {
            meter.begin();
        }
        Circulation circulation = new Circulation(window.startNanos(), drainNanos);
        long cutNanos = window.startNanos();
        while (cutNanos - window.measureEndNanos() < 0 && !hasFinishedEarly()) {
            // The rest of a window that is no whole number of seconds belongs to the one before.
            if (window.measureEndNanos() - nextNanos < SECOND_NANOS) {
                nextNanos = window.measureEndNanos();
            }
            if (nextNanos == window.measureStartNanos()) {
                time.sleepUntil(nextNanos - METER_NANOS);
                meter.begin();
            }
            time.sleepUntil(nextNanos);
            cut(nextNanos);
            cutNanos = nextNanos;
            if (hasFailed() || nothingArrives(nextNanos, drainNanos) || closedLoop() && circulation.stands(nextNanos)) {
                return null;
            }
            nextNanos += SECOND_NANOS;
        }
        return drain(Math.min(nextNanos - SECOND_NANOS, window.measureEndNanos()), drainNanos);
    }

    /** Before the window's end. Who slept through that ends every second that is over all the same. */
    private boolean hasFinishedEarly() {
        return pipeline.finishedSending() && clock.nanoTime() - window.measureEndNanos() < 0;
    }

    private boolean closedLoop() {
        return measurement.workload().mode() == Mode.THROUGHPUT;
    }

    /** Whether a closed loop still goes round. An open one goes on whatever becomes of its messages. */
    private final class Circulation {
        private final long limitNanos;
        private long passed;
        private long lastNanos;

        Circulation(long startNanos, long limitNanos) {
            this.lastNanos = startNanos;
            this.limitNanos = limitNanos;
        }

        boolean stands(long nowNanos) {
            long now = pipeline.sent() + pipeline.received();
            if (now != passed) {
                passed = now;
                lastNanos = nowNanos;
            } else if (nowNanos - lastNanos > limitNanos) {
                failure = String.format(
                        Locale.ROOT,
                        "no message was sent or received for %d ms, with %,d sent and %,d received: those in flight got no"
                                + " acknowledgement",
                        TimeUnit.NANOSECONDS.toMillis(limitNanos),
                        pipeline.sent(),
                        pipeline.received());
            }
            return failure != null;
        }
    }

    private Progress drain(long endNanos, long drainNanos) {
        costs = meter.end();
        long limitNanos = endNanos + drainNanos;
        long nextCutNanos = endNanos + SECOND_NANOS;
        Progress beforeCutOff = null;
        while (!hasFailed()) {
            long nowNanos = clock.nanoTime();
            boolean done = pipeline.finishedSending() && pipeline.everyMessageArrived();
            if (beforeCutOff == null && limitNanos - nowNanos <= drainNanos / QUIET_PART) {
                beforeCutOff = pipeline.progress();
                limitNanos = Math.max(limitNanos, nowNanos + drainNanos / QUIET_PART);
            }
            if (done || nowNanos - limitNanos >= 0) {
                return done ? null : beforeCutOff;
            }
            if (nowNanos - nextCutNanos >= 0) {
                cut(nowNanos);
                nextCutNanos += SECOND_NANOS;
            }
            time.sleepUntil(nowNanos + DRAIN_POLL_NANOS);
        }
        return null;
    }

    private boolean hasFailed() {
        if (pipeline.failure().isPresent() && !faults.areWanted()) {
            failure = pipeline.failure().get();
        } else if (service != null && service.failure() != null) {
            failure = service.failure();
        } else if (faults.failure() != null) {
            failure = faults.failure();
        } else if (hasLostAServer()) {
            failure = "ended early, without its server";
        } else if (Thread.interrupted()) {
            // The end takes a moment, which must not be interrupted as well.
            interrupted = true;
            failure = "interrupted";
        }
        return failure != null;
    }

    /** Which one, and how, is among the transport's incidents. */
    private boolean hasLostAServer() {
        for (FaultTarget part : parts) {
            if (part instanceof ProcessTarget process && process.unaskedEnd().isPresent()) {
                return true;
            }
        }
        return false;
    }

    private boolean nothingArrives(long nowNanos, long limitNanos) {
        if (pipeline.received() == 0 && nowNanos - window.startNanos() > limitNanos) {
            boolean unanswered = serviceCounts().unanswered() > 0;
            failure = "no message arrived in " + TimeUnit.NANOSECONDS.toMillis(limitNanos) + " ms"
                    + (unanswered ? ", since the service answered none of those it took" : "");
        }
        return failure != null;
    }

    /** False if a thread could not be stopped: what it uses must then be left open. */
    private boolean end(Transport transport, Progress beforeCutOff) throws InterruptedException {
        faults.close();
        if (failure == null
                && beforeCutOff == null
                && !pipeline.awaitAcknowledged(measurement.workload().drain())) {
            String unanswered = "not every message was acknowledged within "
                    + measurement.workload().drain();
            if (faults.areWanted()) {
                measurement.context().notices().add(unanswered);
            } else {
                failure = unanswered;
            }
        }
        if (faults.areWanted()) {
            pipeline.failure().ifPresent(measurement.context().notices()::add);
        }
        failure = failure == null ? missingOfCount() : failure;
        List<String> stuck = pipeline.stop(STOP_LIMIT);
        // With what arrived until then, so that the seconds add up to the whole.
        cut(clock.nanoTime());
        if (!stuck.isEmpty()) {
            failure = (failure == null ? "" : failure + "; ") + String.join("; ", stuck);
        }
        if (service != null) {
            service.close();
            service.failedReplies().forEach(faults.outcomes()::failReply);
        }
        // The schedule of a thread that is stuck is that thread's own.
        long endNanos = clock.nanoTime();
        Accounting accounting = accounting(beforeCutOff, stuck.isEmpty() ? endNanos : window.startNanos());
        listener.onEnded(new RunListener.Ended(
                accounting,
                pipeline.completedInWindow(),
                closedLoop() ? throughput() : null,
                failure,
                pipeline.publishFailure().orElse(null),
                incidents(transport),
                faults.outcome(window, transport.redelivery(), endNanos),
                pipeline.sizes(),
                failure == null ? measurement.codecCost() : null,
                failure == null ? costs : null));
        return stuck.isEmpty();
    }

    /** With what the service did in another process. */
    private Accounting accounting(Progress beforeCutOff, long untilNanos) {
        ServiceCounts elsewhere = service == null ? ServiceCounts.NONE : service.counts();
        Accounting own = pipeline.accounting(beforeCutOff, untilNanos);
        return own.withLanes(cutter.growing(own.lanes())).plusService(elsewhere.failed(), elsewhere.foreign());
    }

    private List<Incident> incidents(Transport transport) {
        List<Incident> all = new ArrayList<>(Pipeline.serviceIncidents(serviceCounts()));
        all.addAll(transport.incidents());
        if (measurement.context().server() != null) {
            all.add(SHARED_SERVER);
        }
        return all;
    }

    private Throughput throughput() {
        return Throughput.of(pipeline.published(), pipeline.acknowledged(), pipeline.arrived());
    }

    /** Why a count was not reached; null if it was. */
    private String missingOfCount() {
        Long count = measurement.workload().count();
        long published = pipeline.published().messages();
        return count == null || published >= count
                ? null
                : String.format(
                        Locale.ROOT,
                        "duration: %,d of %,d messages were published within %s; give more with -Dduration",
                        published,
                        count,
                        measurement.workload().duration());
    }

    /** Closing may block as well; it gets a thread of its own and is left behind when it does not come back. */
    private void close(Transport transport, boolean clean) {
        if (!clean && pipeline != null) {
            measurement.context().creations().keep();
        }
        Thread closer = new Thread(
                () -> {
                    try {
                        if (clean && pipeline != null) {
                            pipeline.close();
                        }
                        transport.close();
                    } catch (Exception e) {
                        System.err.println("closing " + measurement.provider().name() + " failed: " + e);
                    }
                },
                "closer");
        closer.setDaemon(true);
        closer.start();
        await(closer);
        if (closer.isAlive()) {
            System.err.println("closing " + measurement.provider().name() + " took longer than " + CLOSE_LIMIT);
        }
    }

    /** Of a run that was interrupted before, or is now, this still has to be waited for: it deletes what the run made. */
    private void await(Thread closer) {
        long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
        interrupted |= Thread.interrupted();
        while (closer.isAlive() && System.nanoTime() - deadline < 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(closer, deadline - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
