package io.twohop.engine;

import io.twohop.account.Accounting;
import io.twohop.account.Progress;
import io.twohop.account.ThreadLayout;
import io.twohop.account.Throughput;
import io.twohop.config.Nanos;
import io.twohop.config.Room;
import io.twohop.cost.CostMeter;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.trial.Foresight;
import io.twohop.engine.trial.LayoutTrial;
import io.twohop.engine.trial.RoundTrip;
import io.twohop.fault.FaultAnalysis;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.machine.ControlGroups;
import io.twohop.machine.ThisProcess;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.LayoutTried;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.recording.RunEvents;
import io.twohop.result.Environment;
import io.twohop.result.ServiceLoad;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.Transport;
import io.twohop.workload.Idle;
import io.twohop.workload.Load;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/**
 * Runs one measurement in this JVM: connects, starts the threads, has the run watched, and ends everything. Every wait is
 * bounded. The calling thread is the monitor, which sleeps between seconds.
 */
public final class Engine {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private final Measurement measurement;
    private final RunListener listener;
    private final Timekeeper time;
    private final NanoClock clock;
    private final OtherParts given;
    private Window window;
    private Pipeline pipeline;
    private RunParts parts;
    private IntervalCutter cutter;
    private Health health;
    private Optional<RunEvents> events = Optional.empty();
    private final ControlGroups groups = ControlGroups.of(Path.of("/"));
    private final Map<Path, Long> killsBefore = groups.memoryKills();

    public Engine(Measurement measurement, RunListener listener) {
        this(measurement, listener, Timekeeper.REAL, OtherParts.NONE);
    }

    Engine(Measurement measurement, RunListener listener, Timekeeper time, OtherParts given) {
        this.measurement = measurement;
        this.listener = listener;
        this.time = time;
        this.clock = time.clock();
        this.given = given;
    }

    /**
     * Measures, and returns when the run is over. The listener has then been notified.
     *
     * @throws Exception if the transport could not be opened or connected: nothing was measured
     * @throws InterruptedException if this thread was interrupted, once everything is closed
     */
    public void run() throws Exception {
        RoundTrip.check(measurement.messages());
        Environment found = ThisProcess.environment(measurement.context().dataDirectory());
        Transport transport = measurement.transport().open(measurement.context());
        boolean clean = false;
        boolean interrupted;
        try {
            Environment environment = Optional.ofNullable(transport.dataDirectory())
                    .map(directory ->
                            found.keepingDataIn(ThisProcess.storage(directory).orElse(null)))
                    .orElse(found);
            parts = new RunParts(measurement, transport, given);
            PipelineSpec<?> spec = parts.pipelineSpec();
            // In a test's time nothing takes any.
            LayoutTried tried = time == Timekeeper.REAL ? tried(spec, transport) : LayoutTried.NOT_TRIED;
            pipeline = new Pipeline(spec.with(tried), transport, clock, () -> timetable(transport.address()));
            parts.others().begin(window);
            health = new Health(
                    measurement.scenario().load(),
                    pipeline,
                    parts,
                    window.startNanos(),
                    parts.others().mayEndEarly());
            clean = measure(transport, environment) && !parts.haveLostAServer();
            parts.others().awaitEnd();
        } finally {
            if (events.isPresent()) {
                events.get().end();
            }
            if (parts != null) {
                parts.end();
            }
            interrupted = close(transport, clean);
        }
        if (interrupted || health.isInterrupted()) {
            throw new InterruptedException("the measurement was interrupted");
        }
    }

    private LayoutTried tried(PipelineSpec<?> spec, Transport transport) throws InterruptedException {
        LayoutTried tried = LayoutTrial.of(spec, transport);
        return tried.with(Foresight.of(spec, transport, tried, measurement::codecCost));
    }

    private Window timetable(String address) {
        window = measurement.plan().window(parts.others().awaitStart(clock, address));
        return window;
    }

    /** Returns false if a thread could not be stopped: the transport that it uses must then be left open. */
    private boolean measure(Transport transport, Environment environment) throws InterruptedException {
        cutter = new IntervalCutter(pipeline, window, clock, listener);
        CostMeter meter = new CostMeter(threads(), parts::processes, pipeline::received);
        listener.onStarted(new RunListener.Started(
                Instant.now(),
                pipeline.layout(),
                pipeline.guarantees(),
                transport.versions(),
                transport.chosen(),
                environment));
        time.start(pipeline);
        parts.faults().start(window, pipeline);
        if (RunEvents.isRecording()) {
            RunEvents recorded = new RunEvents(eventSource(transport));
            cutter.markBy(cut -> recorded.onInterval(cut.interval(), cut.medianNanos(), cut.maxNanos()));
            events = Optional.of(recorded);
        }
        Watch watch =
                new Watch(pipeline, measurement.plan().sendingTime().stepNanos(), window, time, cutter, meter, health);
        return end(
                transport,
                watch,
                watch.until(measurement.scenario().load().drain().toNanos()));
    }

    private RunEvents.Source eventSource(Transport transport) {
        ThreadLayout layout = pipeline.layout();
        return new RunEvents.Source(
                window,
                pipeline.costliestEpisodes(),
                pipeline.slowestAnswers(),
                pipeline.clocks(),
                pipeline.slices(),
                pipeline::completedInWindow,
                new RunEvents.Threads(
                        threads(),
                        layout.idle() != Idle.PARK && !transport.pollBlocks(),
                        layout.cores() > layout.threads().size()),
                parts::processes,
                transport);
    }

    private List<String> threads() {
        return pipeline.layout().threads().stream()
                .map(tasks -> String.join("+", tasks))
                .toList();
    }

    private boolean end(Transport transport, Watch watch, List<Progress> beforeCutOff) throws InterruptedException {
        parts.faults().close();
        if (beforeCutOff.isEmpty()) {
            health.awaitAcknowledged();
        }
        if (parts.faults().areWanted()) {
            pipeline.failure().ifPresent(measurement.context().notices()::add);
        }
        health.checkCount();
        List<String> stuck = pipeline.stop(STOP_LIMIT);
        // Counts what arrived until now, so that the seconds add up to the whole.
        cutter.cut(clock.nanoTime());
        stuck.forEach(health::addFailure);
        parts.end();
        // A stuck thread may still use its schedule.
        long endNanos = clock.nanoTime();
        List<Accounting> counted = accounting(beforeCutOff, stuck.isEmpty() ? endNanos : window.startNanos());
        Optional<FaultAnalysis> analysis =
                parts.faults().analysis(window, transport.redelivery(), endNanos, pipeline.sizes());
        List<Accounting> subscribers = analysis.map(
                        each -> counted.stream().map(each::settled).toList())
                .orElse(counted);
        Accounting accounting = Accounting.ofWorst(subscribers);
        pipeline.stopReading();
        boolean whole = health.failure().isEmpty();
        listener.onEnded(new RunListener.Ended(
                new RunListener.Ended.Messages(
                        accounting,
                        subscribers.size() == 1 ? List.of() : subscribers,
                        pipeline.completedInWindow(),
                        throughput(),
                        pipeline.sizes()),
                withDisk(transport, health.failure()).orElse(null),
                withDisk(transport, pipeline.publishFailure()).orElse(null),
                incidents(transport, whole ? accounting : null),
                analysis.map(FaultAnalysis::faults).orElse(null),
                whole ? measurement.codecCost() : null,
                whole ? watch.costs().orElse(null) : null,
                whole ? serviceLoad(accounting) : null));
        return stuck.isEmpty();
    }

    /** Adds the disk of the messages if it is full: a mapped file has its writer fail by an error that does not name it. */
    private Optional<String> withDisk(Transport transport, Optional<String> failure) {
        Path directory = Objects.requireNonNullElse(
                transport.dataDirectory(), measurement.context().dataDirectory());
        return failure.map(text ->
                Room.shortage(directory).map(shortage -> text + "; " + shortage).orElse(text));
    }

    /** Returns the account of each subscriber, with the counts of a service in another process. */
    private List<Accounting> accounting(List<Progress> beforeCutOff, long untilNanos) {
        ServiceCounts elsewhere = parts.others().counts();
        List<Accounting> accounts = new ArrayList<>();
        for (Accounting own : pipeline.accounting(beforeCutOff, untilNanos)) {
            Accounting whole = own.withLanes(cutter.growing(accounts.size(), own.lanes()))
                    .plusService(
                            elsewhere.reported(), elsewhere.foreign(), elsewhere.integrity(), elsewhere.acknowledged());
            accounts.add(parts.others().settled(whole));
        }
        return accounts;
    }

    /** @param whole the account of a run that ended without a failure; otherwise {@code null} */
    private List<Finding> incidents(Transport transport, Accounting whole) {
        ServiceCounts counts = pipeline.serviceCounts().plus(parts.others().counts());
        List<Finding> all = new ArrayList<>(counts.incidents());
        all.addAll(transport.incidents());
        if (whole != null) {
            all.addAll(parts.others().incidents(whole));
        }
        parts.others().process().flatMap(ProcessTarget::unaskedStop).ifPresent(all::add);
        groups.memoryKillerSince(killsBefore).ifPresent(limit -> all.add(Rules.MEMORY_LIMIT.found(limit)));
        all.addAll(pipeline.incidents());
        if (measurement.sharesServer()) {
            all.add(Rules.SERVER_SHARED.found());
        }
        return all;
    }

    /** Returns the load of the service; {@code null} if no service is known. */
    private ServiceLoad serviceLoad(Accounting accounting) {
        Load load = measurement.scenario().load();
        long messages = load.closedLoop()
                ? pipeline.completedInWindow()
                : accounting.window().due();
        List<WorkMeter.Sum> work = new ArrayList<>(pipeline.work());
        work.addAll(parts.others().work());
        return ServiceLoads.of(
                measurement.scenario().service(),
                work,
                messages * Nanos.PER_SECOND / window.measuredNanos(),
                load.arrivals().kind());
    }

    /** Returns the throughput of a closed loop; {@code null} in an open loop. */
    private Throughput throughput() {
        return measurement.scenario().load().closedLoop()
                ? Throughput.of(pipeline.published(), pipeline.acknowledged(), pipeline.arrived())
                : null;
    }

    private boolean close(Transport transport, boolean clean) {
        if (!clean && pipeline != null) {
            measurement.context().creations().keep();
        }
        return Closing.of(measurement.transport().provider().name(), () -> {
            if (clean) {
                pipeline.close();
            }
            transport.close();
        });
    }
}
