package io.twohop.pipeline;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.FlowSum;
import io.twohop.account.MessageSizes;
import io.twohop.account.Progress;
import io.twohop.account.ThreadLayout;
import io.twohop.finding.Finding;
import io.twohop.measure.CallClock;
import io.twohop.measure.CostliestEpisodes;
import io.twohop.measure.Flow;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Slices;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.replay.ReadAhead;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Transport;
import io.twohop.workload.Load;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Generators, service stages and sinks over one transport. Built, started, watched and stopped by the monitor's thread;
 * its counts may be read from any.
 */
public final class Pipeline implements AutoCloseable {
    /** A file that is slower than this to begin with may run dry, which is then reported. */
    private static final long MOST_NANOS_TO_FILL = TimeUnit.SECONDS.toNanos(30);

    private final List<Generator<?>> generators;
    private final List<ServiceStage<?>> services;
    private final List<Sink<?>> sinks;
    private final Threads threads;
    private final Map<Probe, List<LatencyRecorder>> recorders;
    private final Failures failures;
    private final Connections connections;
    private final Agent[] agents;
    private final Guarantees guarantees;
    private final Audience audience;
    private final boolean closedLoop;

    /** Null where arrivals are not those of a file. */
    private final ReadAhead arrivals;

    private final Offered offered;

    /**
     * Opens every end of every channel; no thread runs yet.
     *
     * @param timetable asked for the run's window once everything is connected and made, however long that took
     */
    public <T> Pipeline(PipelineSpec<T> spec, Transport transport, NanoClock clock, Supplier<Window> timetable)
            throws Exception {
        this.closedLoop = spec.load().closedLoop();
        this.failures = new Failures(spec.outcomes(), spec.notices());
        this.connections = new Connections(
                clock, failures, spec.outcomes(), transport.guarantees().acknowledged());
        this.arrivals = arrivals(spec);
        this.offered = new Offered(spec, arrivals);
        try {
            connections.open(spec, transport);
            Supplies<T> supplies = new Supplies<>(
                    spec.messages(),
                    spec.scenario(),
                    arrivals,
                    spec.share().firstProducer(spec.topology().producers()),
                    connections.requests().size(),
                    connections.services().size(),
                    connections.subscribers().stream().mapToInt(List::size).sum());
            if (arrivals != null) {
                arrivals.awaitFilled(MOST_NANOS_TO_FILL);
            }
            Window window = timetable.get();
            connections.begin(window);
            Guarantees promised = transport.guarantees();
            // Services that share the messages overtake one another.
            boolean oneWay = connections.lanes() == 1 && spec.share().services() <= 1;
            boolean oneOfEachKey =
                    spec.payload().keys().count() > 0 && spec.topology().topics() == 1;
            guarantees =
                    (oneWay ? promised : promised.unordered()).orderedByKey(promised.orderedByKey() && oneOfEachKey);
            Assembly<T> assembly =
                    new Assembly<>(spec, transport, clock, window, connections, failures, supplies, arrivals);
            generators = assembly.generators();
            services = assembly.services();
            sinks = assembly.sinks();
            recorders = closedLoop ? Map.of() : assembly.recorders();
            List<Books> books = new ArrayList<>();
            for (List<Sink<?>> its : assembly.subscribers()) {
                List<Hop> hops = assembly.hops(its);
                books.add(new Books(
                        generators,
                        services,
                        its,
                        connections,
                        hops,
                        guarantees.ordered(),
                        promised.ordered(),
                        spec.payload().keys().count() > 0,
                        window.measureEndNanos() + transport.redelivery().toNanos()));
                if (books.size() == 1) {
                    assembly.settle(hops, books.get(0));
                }
            }
            audience = new Audience(books);
            agents =
                    Stream.of(generators, services, sinks).flatMap(List::stream).toArray(Agent[]::new);
            threads = new Threads(spec, transport, clock, window, generators, services, sinks);
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    private static ReadAhead arrivals(PipelineSpec<?> spec) {
        Load load = spec.load();
        return load.arrivals().isReplay() && spec.role().hasEnds()
                ? ReadAhead.begin(
                        load.arrivals(),
                        load.warmup().toNanos(),
                        load.duration().toNanos(),
                        spec.share().division(spec.topology().producers()),
                        spec.topology().topics())
                : null;
    }

    /** Starts the threads. */
    public void start() {
        threads.start();
    }

    /** One turn of every agent on the caller's thread, for a clock that the caller moves; instead of {@link #start}. */
    public int runOnce() throws Exception {
        int work = 0;
        for (Agent agent : agents) {
            work += agent.doWork();
        }
        return work;
    }

    /** One turn of every agent but the generators, as in {@link #runOnce}: what was sent arrives, and nothing is added. */
    public int receiveOnce() throws Exception {
        int work = 0;
        for (ServiceStage<?> service : services) {
            work += service.doWork();
        }
        for (Sink<?> sink : sinks) {
            work += sink.doWork();
        }
        return work;
    }

    /**
     * The recorders of each probe this pipeline measures; a closed loop measures none. Those of endToEnd are as many for each
     * subscriber, one after the other.
     */
    public Map<Probe, List<LatencyRecorder>> recorders() {
        return recorders;
    }

    /** The costliest episodes of each sink; of a closed loop none, since it slows down with what it measures. */
    public List<CostliestEpisodes> costliestEpisodes() {
        return closedLoop ? List.of() : sinks.stream().map(Sink::slowest).toList();
    }

    /** The arrivals at each sink by when they were due; of a closed loop none. */
    public List<Slices> slices() {
        return closedLoop ? List.of() : sinks.stream().map(Sink::slices).toList();
    }

    /** The clock of each thread, with the slowest calls of the transport. */
    public List<CallClock> clocks() {
        return threads.clocks();
    }

    /** The slowest answers of each service. */
    public List<SlowestMessages> slowestAnswers() {
        return services.stream().map(ServiceStage::slowest).toList();
    }

    public ThreadLayout layout() {
        return threads.layout();
    }

    /** Whether every message has been scheduled. */
    public boolean finishedSending() {
        return generators.stream().allMatch(Generator::finished);
    }

    /** Messages that the transport took from the generators so far. */
    public long sent() {
        return Books.sum(generators, Generator::sent);
    }

    /** How many get every message of the last hop; what is said of the sinks is of the one that has received least. */
    public int subscribers() {
        return audience.size();
    }

    /** Messages that reached the sinks so far, each counted once. */
    public long received() {
        return audience.received();
    }

    /** The same of one subscriber, from 0. */
    public long received(int subscriber) {
        return audience.of(subscriber).received();
    }

    /** Messages that reached the sinks within the measured window, whenever they were due. */
    public long completedInWindow() {
        return audience.completedInWindow();
    }

    /** Whether all that was scheduled so far has reached the sinks, those of each subscriber. */
    public boolean everyMessageArrived() {
        return audience.everyMessageArrived();
    }

    /** How far the messages have come on their way to each subscriber. */
    public List<Progress> progress() {
        return audience.progress();
    }

    /** Waits for the transport's acknowledgements of all that was sent, up to the limit in all. */
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return connections.awaitAcknowledged(limit);
    }

    /**
     * The account of each subscriber; once, after the threads have ended.
     *
     * @param before how far the messages had come a while before the drain limit cut them off: what has moved since was
     *     still flowing. Null where they were not cut off: nothing is on its way then
     * @param untilNanos when the run ended: what was due later is not accounted for
     */
    public List<Accounting> accounting(List<Progress> before, long untilNanos) {
        return audience.close(before, untilNanos);
    }

    /** Messages that the schedules have from one time to another, from the start of warm-up; of random arrivals on average. */
    public long dueBetween(long fromNanos, long toNanos) {
        return offered.between(fromNanos, toNanos);
    }

    /** What happened to arrivals that came from a file; once the threads have ended. */
    public List<Finding> arrivalIncidents() {
        return arrivals == null ? List.of() : ReplayIncidents.of(arrivals, generators);
    }

    /** Reads no further arrivals; they are accounted for before. */
    public void stopReading() {
        if (arrivals != null) {
            arrivals.close();
        }
    }

    /** What the services of this process did. */
    public ServiceCounts serviceCounts() {
        return audience.of(0).serviceCounts();
    }

    /** What the transport acknowledged of what this process published; once the threads have ended. */
    public Acknowledged acknowledgedOfEach() {
        return connections.acknowledged();
    }

    /** What messages took of each service's thread in the window; of services elsewhere none. */
    public List<WorkMeter.Sum> work() {
        return services.stream().map(service -> service.work().measured()).toList();
    }

    /** Has the services count what messages take in another window than the pipeline's own. */
    public void meterWork(Window window) {
        services.forEach(service -> service.work().during(window));
    }

    /** Requests that the services of this process took, each as often as it came. */
    public long taken() {
        return audience.of(0).taken();
    }

    /** What the transport promises of this run. */
    public Guarantees guarantees() {
        return guarantees;
    }

    /** What the transport took of the measured messages so far. */
    public FlowSum published() {
        return sum(generators.stream().map(Generator::published));
    }

    /** Of the messages that the generators published in the window; null where there were none. */
    public MessageSizes sizes() {
        return MessageSizes.of(published(), TraceHeader.BYTES);
    }

    /** What it acknowledged of them; nothing where it acknowledges none. */
    public FlowSum acknowledged() {
        return sum(connections.requestOutcomes().stream().map(AcknowledgementRecorder::acknowledged));
    }

    /** What arrived of them at the sinks. */
    public FlowSum arrived() {
        return sum(sinks.stream().map(Sink::arrived));
    }

    private static FlowSum sum(Stream<Flow> flows) {
        return flows.map(Flow::measured).reduce(FlowSum.NONE, FlowSum::plus);
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
        return audience.arrivedBytes();
    }

    /** Why a thread ended before its time, naming the thread; empty while all is well. */
    public Optional<String> failure() {
        return threads.failure();
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
        return threads.stop(limit);
    }

    /** Closes every publisher and subscription. Call it after {@link #stop}, and only if no thread is stuck. */
    @Override
    public void close() {
        stopReading();
        connections.close();
    }
}
