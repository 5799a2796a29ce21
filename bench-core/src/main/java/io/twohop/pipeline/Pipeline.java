package io.twohop.pipeline;

import io.twohop.measure.Accounting;
import io.twohop.measure.Flow;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageSizes;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.Slices;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.Window;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Incident;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.workload.Layout;
import io.twohop.workload.Mode;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Generators, service stages and sinks over one transport. Built, started, watched and stopped by the monitor's thread;
 * its counts may be read from any.
 */
public final class Pipeline implements AutoCloseable {
    private static final long BLOCKING_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How long an arrival may be delayed and still be distinguished from a duplicate, beside the time of two redeliveries. */
    private static final double REMEMBERED_SECONDS = 30;

    private static final int MAX_REMEMBERED = 1 << 27;

    /** Of a closed loop, as if it were fast. */
    private static final int REMEMBERED_OF_CLOSED_LOOP = 1 << 25;

    private final List<Generator<?>> generators = new ArrayList<>();
    private final List<ServiceStage<?>> services = new ArrayList<>();
    private final List<Sink<?>> sinks = new ArrayList<>();
    private final List<Settled> settled = new ArrayList<>();
    private final List<AgentThread> threads = new ArrayList<>();
    private final Map<Probe, List<LatencyRecorder>> recorders = new EnumMap<>(Probe.class);
    private final Failures failures;
    private final Connections connections;
    private final Agent[] agents;
    private final ThreadLayout layout;
    private final NanoClock clock;
    private final Window window;
    private final Guarantees guarantees;
    private final Books books;
    private final boolean closedLoop;

    /**
     * Opens every end of every channel; no thread runs yet.
     *
     * @param timetable asked for the run's window once everything is connected and made, however long that took
     */
    public <T> Pipeline(PipelineSpec<T> spec, Transport transport, NanoClock clock, Supplier<Window> timetable)
            throws Exception {
        this.clock = clock;
        this.closedLoop = spec.workload().mode() == Mode.THROUGHPUT;
        this.failures = new Failures(spec.outcomes(), spec.notices());
        this.connections = new Connections(
                clock, failures, spec.outcomes(), transport.guarantees().acknowledged());
        try {
            connections.open(spec, transport);
            Supplies<T> supplies = new Supplies<>(
                    spec.messages(),
                    connections.requests().size(),
                    connections.services().size(),
                    connections.sinks().size());
            window = timetable.get();
            connections.begin(window);
            Guarantees promised = transport.guarantees();
            guarantees = connections.lanes() == 1 ? promised : promised.unordered();
            createAgents(spec, transport, supplies);
            List<Hop> hops = hops(spec);
            books = new Books(
                    generators,
                    services,
                    sinks,
                    connections,
                    hops,
                    guarantees.ordered(),
                    promised.ordered(),
                    window.measureEndNanos() + transport.redelivery().toNanos());
            for (int i = 0; i < generators.size(); i++) {
                settled.add(new Settled(clock, generators.get(i), i, services, sinks, hops, books));
            }
            agents =
                    Stream.of(generators, services, sinks).flatMap(List::stream).toArray(Agent[]::new);
            if (!closedLoop) {
                collectRecorders(guarantees.acknowledged());
            }
            layout = createThreads(spec, transport);
        } catch (Exception | Error e) {
            connections.close();
            throw e;
        }
    }

    private ThreadLayout createThreads(PipelineSpec<?> spec, Transport transport) {
        Workload workload = spec.workload();
        // Of a way in two processes, each has its half of the cores to itself.
        int spare = (spec.role() == Role.WHOLE ? 1 : 0) + transport.busyThreads();
        ThreadLayout chosen = ThreadLayout.choose(
                workload.layout(),
                workload.idle(),
                new ThreadLayout.Conditions(spec.cores(), spare, transport.pollBlocks(), spec.singleShare()),
                generators,
                services,
                sinks);
        if (chosen.layout() == Layout.SINGLE) {
            services.forEach(service -> service.shareThreadWith(sinks));
        }
        for (List<Agent> group : ThreadLayout.group(chosen.layout(), generators, services, sinks)) {
            List<Integer> cpus = workload.affinity();
            int cpu = cpus.isEmpty() ? AgentThread.ANY_CPU : cpus.get(threads.size() % cpus.size());
            IdleStrategy idle = IdleStrategies.of(chosen.idle(), group, transport.pollBlocks(), clock);
            threads.add(new AgentThread(group, idle, cpu));
        }
        return chosen;
    }

    private <T> void createAgents(PipelineSpec<T> spec, Transport transport, Supplies<T> supplies) {
        long maxWaitNanos = transport.pollBlocks() ? BLOCKING_POLL_NANOS : 0;
        int producers = spec.cell().producers();
        int senders = spec.workload().hops() == 1 ? producers : transport.consumersPerHop();
        int lanes = connections.lanes();
        SequenceTracker[] trackers =
                trackers(spec, transport.redelivery(), connections.sinks().size() > 1);
        int stages = connections.services().size();
        SequenceTracker[] atServices = stages == 0 ? null : trackers(spec, transport.redelivery(), stages > 1);
        Doorbell[] doorbells = connections.requestOutcomes().stream()
                .map(AcknowledgementRecorder::doorbell)
                .toArray(Doorbell[]::new);
        for (Subscription subscription : connections.sinks()) {
            sinks.add(new Sink<>(
                    sinks.size(),
                    clock,
                    window,
                    supplies,
                    subscription,
                    maxWaitNanos,
                    trackers,
                    new LaneArrivals(senders, lanes),
                    doorbells,
                    spec.outcomes(),
                    connections.seesService()));
        }
        for (int i = 0; i < connections.services().size(); i++) {
            Subscription requests = connections.services().get(i);
            Publisher replies = connections.replies().get(i);
            services.add(new ServiceStage<>(
                    i,
                    clock,
                    window,
                    supplies,
                    requests,
                    maxWaitNanos,
                    atServices,
                    new LaneArrivals(producers, lanes),
                    replies,
                    failures));
        }
        for (int i = 0; i < producers && spec.role().hasEnds(); i++) {
            generators.add(closedLoop ? closedLoop(spec, supplies, i) : scheduled(spec, supplies, i));
        }
    }

    /** Those whose both ends are here. */
    private List<Hop> hops(PipelineSpec<?> spec) {
        if (spec.role() != Role.WHOLE) {
            return List.of();
        }
        List<LaneNumbers> requests = generators.stream().map(Generator::lanes).toList();
        List<LaneArrivals> ends = sinks.stream().map(Sink::lanes).toList();
        if (services.isEmpty()) {
            return List.of(new Hop(1, requests, ends));
        }
        return List.of(
                new Hop(
                        1,
                        requests,
                        services.stream().map(ServiceStage::arrivals).toList()),
                new Hop(2, services.stream().map(ServiceStage::lanes).toList(), ends));
    }

    private <T> Generator<T> scheduled(PipelineSpec<T> spec, Supplies<T> supplies, int number) {
        Schedule schedule = Schedules.of(
                spec.workload().arrivals(),
                spec.cell().ratePerSecond(),
                number,
                spec.cell().producers());
        return new ScheduledGenerator<>(
                number,
                clock,
                window,
                schedule,
                supplies,
                connections.requests().get(number),
                failures,
                spec.outcomes());
    }

    /** In flight is what has no acknowledgement; where there are none, what has not arrived and still may. */
    private <T> Generator<T> closedLoop(PipelineSpec<T> spec, Supplies<T> supplies, int number) {
        AcknowledgementRecorder outcomes = connections.requestOutcomes().get(number);
        LongSupplier acknowledged =
                () -> outcomes.settled() + generators.get(number).failed();
        LongSupplier arrived = () -> settled.get(number).getAsLong();
        return new ClosedLoopGenerator<>(
                number,
                clock,
                window,
                spec.workload().inFlight(),
                share(spec.workload().count(), number, spec.cell().producers()),
                guarantees.acknowledged() ? acknowledged : arrived,
                guarantees.acknowledged() ? Long.MAX_VALUE : Settled.PATIENCE_WITH_WARMUP_NANOS,
                outcomes.doorbell(),
                supplies,
                connections.requests().get(number),
                failures);
    }

    /** A producer's part of what all send together. */
    private static long share(Long count, int number, int producers) {
        return count == null ? Long.MAX_VALUE : count / producers + (number < count % producers ? 1 : 0);
    }

    private static SequenceTracker[] trackers(PipelineSpec<?> spec, Duration redelivery, boolean shared) {
        double seconds = Math.min(
                REMEMBERED_SECONDS + 2.0 * redelivery.toMillis() / 1_000,
                (spec.workload().warmup().toMillis()
                                        + spec.workload().duration().toMillis())
                                / 1_000.0
                        + 1);
        double remembered = spec.workload().mode() == Mode.THROUGHPUT
                ? REMEMBERED_OF_CLOSED_LOOP
                : Math.min(spec.cell().ratePerSecond() * seconds, MAX_REMEMBERED);
        SequenceTracker[] trackers = new SequenceTracker[spec.cell().producers()];
        Arrays.setAll(trackers, producer -> new SequenceTracker((int) remembered / trackers.length, shared));
        return trackers;
    }

    private void collectRecorders(boolean acknowledged) {
        recorders.put(
                Probe.LATENESS, generators.stream().map(Generator::lateness).toList());
        recorders.put(Probe.PUBLISH, generators.stream().map(Generator::publish).toList());
        if (acknowledged) {
            recorders.put(
                    Probe.ACKNOWLEDGE,
                    connections.requestOutcomes().stream()
                            .map(AcknowledgementRecorder::acknowledge)
                            .toList());
        }
        if (!services.isEmpty()) {
            recorders.put(
                    Probe.TO_SERVICE,
                    services.stream().map(ServiceStage::toService).toList());
        }
        if (connections.seesService()) {
            recorders.put(Probe.TO_SERVICE, sinks.stream().map(Sink::toService).toList());
        }
        recorders.put(Probe.END_TO_END, sinks.stream().map(Sink::endToEnd).toList());
    }

    /** Starts the threads. */
    public void start() {
        threads.forEach(AgentThread::start);
    }

    /** One turn of every agent on the caller's thread, for a clock that the caller moves; instead of {@link #start}. */
    public int runOnce() throws Exception {
        int work = 0;
        for (Agent agent : agents) {
            work += agent.doWork();
        }
        return work;
    }

    /** The recorders of each probe this pipeline measures; a closed loop measures none. */
    public Map<Probe, List<LatencyRecorder>> recorders() {
        return Collections.unmodifiableMap(recorders);
    }

    /** The slowest messages of each sink; of a closed loop none, since it slows down with what it measures. */
    public List<SlowestMessages> slowestMessages() {
        return closedLoop ? List.of() : sinks.stream().map(Sink::slowest).toList();
    }

    /** The arrivals at each sink by when they were due; of a closed loop none. */
    public List<Slices> slices() {
        return closedLoop ? List.of() : sinks.stream().map(Sink::slices).toList();
    }

    /** The slowest answers of each service. */
    public List<SlowestMessages> slowestAnswers() {
        return services.stream().map(ServiceStage::slowest).toList();
    }

    public ThreadLayout layout() {
        return layout;
    }

    /** Whether every message has been scheduled. */
    public boolean finishedSending() {
        return generators.stream().allMatch(Generator::finished);
    }

    /** Messages that the transport took from the generators so far. */
    public long sent() {
        return Books.sum(generators, Generator::sent);
    }

    /** Messages that reached the sinks so far, each counted once. */
    public long received() {
        return books.received();
    }

    /** Messages that reached the sinks within the measured window, whenever they were due. */
    public long completedInWindow() {
        return Books.sum(sinks, sink -> sink.tally().inWindow());
    }

    /** Whether all that was scheduled so far has reached the sinks. */
    public boolean everyMessageArrived() {
        return books.everyMessageArrived();
    }

    /** How far the messages have come. */
    public Progress progress() {
        return books.progress();
    }

    /** Waits for the transport's acknowledgements of all that was sent, up to the limit in all. */
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return connections.awaitAcknowledged(limit);
    }

    /**
     * The account; once, after the threads have ended.
     *
     * @param before how far the messages had come a while before the drain limit cut them off: what has moved since was
     *     still flowing. Null where they were not cut off: nothing is on its way then
     * @param untilNanos when the run ended: what was due later is not accounted for
     */
    public Accounting accounting(Progress before, long untilNanos) {
        return books.close(before, untilNanos);
    }

    /** What the services of this process did. */
    public ServiceCounts serviceCounts() {
        return new ServiceCounts(
                Books.sum(services, ServiceStage::failed) + connections.failedReplies(),
                Books.sum(services, ServiceStage::foreign),
                Books.sum(services, ServiceStage::unanswered),
                Books.sum(services, ServiceStage::answeredAgain));
    }

    /**
     * What services did that no transport can make good.
     *
     * @param counts of all services, wherever they ran
     */
    public static List<Incident> serviceIncidents(ServiceCounts counts) {
        List<Incident> incidents = new ArrayList<>();
        long unanswered = counts.unanswered();
        if (unanswered > 0) {
            incidents.add(new Incident(
                    "the service left " + unanswered + " events without an answer, which count as lost",
                    "let it answer each event once before it returns, or measure with hops: 1",
                    true));
        }
        long again = counts.answeredAgain();
        if (again > 0) {
            incidents.add(new Incident(
                    "the service answered " + again + " events more than once, which count as duplicated",
                    "let it answer each event once",
                    true));
        }
        return incidents;
    }

    /** What the transport promises of this run. */
    public Guarantees guarantees() {
        return guarantees;
    }

    /** What the transport took of the measured messages so far. */
    public Flow.Sum published() {
        return sum(generators.stream().map(Generator::published));
    }

    /** Of the messages that the generators published in the window; null where there were none. */
    public MessageSizes sizes() {
        return MessageSizes.of(published(), TraceHeader.BYTES);
    }

    /** What it acknowledged of them; nothing where it acknowledges none. */
    public Flow.Sum acknowledged() {
        return sum(connections.requestOutcomes().stream().map(AcknowledgementRecorder::acknowledged));
    }

    /** What arrived of them at the sinks. */
    public Flow.Sum arrived() {
        return sum(sinks.stream().map(Sink::arrived));
    }

    private static Flow.Sum sum(Stream<Flow> flows) {
        return flows.map(Flow::measured).reduce(Flow.Sum.NONE, Flow.Sum::plus);
    }

    /** Messages that the transport acknowledged so far, warm-up included. */
    public long acknowledgedInAll() {
        return Books.sum(
                connections.requestOutcomes(),
                outcomes -> outcomes.acknowledged().all().messages());
    }

    /** Payload bytes that the transport took so far, warm-up included. */
    public long publishedBytes() {
        return Books.sum(generators, generator -> generator.published().all().bytes());
    }

    /** Payload bytes that reached the sinks so far, warm-up included. */
    public long arrivedBytes() {
        return Books.sum(sinks, sink -> sink.arrived().all().bytes());
    }

    /** Why a thread ended before its time, naming the thread; empty while all is well. */
    public Optional<String> failure() {
        return threads.stream()
                .filter(thread -> thread.failure() != null)
                .map(thread -> thread.name() + ": " + thread.failure())
                .findFirst();
    }

    /** Why the first message that could not be published failed. */
    public Optional<String> publishFailure() {
        return Optional.ofNullable(failures.firstPublishFailure()).map(Throwable::toString);
    }

    /**
     * Stops the threads.
     *
     * @return the threads that did not stop within the limit, each with where it is stuck
     */
    public List<String> stop(Duration limit) throws InterruptedException {
        services.forEach(ServiceStage::stop);
        threads.forEach(AgentThread::stop);
        List<String> stuck = new ArrayList<>();
        for (AgentThread thread : threads) {
            if (!thread.join(limit.toMillis())) {
                stuck.add(thread.name() + " is stuck in " + thread.position());
            }
        }
        return stuck;
    }

    /** Closes every publisher and subscription. Call it after {@link #stop}, and only if no thread is stuck. */
    @Override
    public void close() {
        connections.close();
    }
}
