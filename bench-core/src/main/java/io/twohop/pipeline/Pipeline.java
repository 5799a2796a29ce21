package io.twohop.pipeline;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.FlowSum;
import io.twohop.account.MessageSizes;
import io.twohop.account.Progress;
import io.twohop.account.ThreadLayout;
import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.measure.CallClock;
import io.twohop.measure.CostliestEpisodes;
import io.twohop.measure.Flow;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Slices;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Transport;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/**
 * Generators, service stages and sinks over one transport. The monitor's thread builds, starts, watches and stops it;
 * any thread may read its counts.
 */
public final class Pipeline implements AutoCloseable {
    private final Sending sending;
    private final Failures failures;
    private final Connections connections;
    private final Tasks tasks;
    private final Threads threads;
    private final Guarantees guarantees;
    private final int headerBytes;
    private final Audience audience;
    private final Map<Probe, List<LatencyRecorder>> recorders;

    /**
     * Opens every end of every channel; no thread runs yet.
     *
     * @param timetable asked for the run's window once everything is connected and made, however long that took
     */
    public <T> Pipeline(PipelineSpec<T> spec, Transport transport, NanoClock clock, Supplier<Window> timetable)
            throws Exception {
        failures = new Failures(spec.outcomes(), spec.notices());
        connections = new Connections(spec, transport, clock, failures);
        sending = Sending.of(spec);
        try {
            connections.open();
            Supplies<T> supplies = new Supplies<>(
                    spec,
                    sending,
                    connections.requests().size(),
                    connections.services().size(),
                    connections.subscribers().stream().mapToInt(List::size).sum());
            sending.awaitReady();
            Window window = timetable.get();
            connections.begin(window);
            Shared<T> shared = new Shared<>(clock, window, spec.outcomes(), failures, supplies);
            Assembly<T> assembly = new Assembly<>(spec, transport, connections, sending, shared);
            List<List<Sink<?>>> subscribers = assembly.subscribers();
            List<Sink<?>> sinks =
                    subscribers.stream().<Sink<?>>flatMap(List::stream).toList();
            tasks = new Tasks(assembly.generators(), assembly.services(), sinks);
            headerBytes = spec.part().service().repliesDiffer() ? 0 : TraceHeader.BYTES;
            guarantees = guarantees(spec, transport.guarantees(), connections.lanes());
            audience = audience(spec, transport, subscribers, window);
            sending.settle(clock, audience.of(0));
            Map<Probe, LatencyRecorder> ofService = spec.part().service().recorders(window);
            recorders = sending.measuresLatency()
                    ? tasks.recorders(connections.acknowledgeRecorders(), ofService)
                    : Map.of();
            threads = new Threads(spec, transport, clock, window, tasks);
        } catch (Exception | Error e) {
            close();
            throw e;
        }
    }

    /** Returns what the transport promises of a run with these lanes and services. */
    private static Guarantees guarantees(PipelineSpec<?> spec, Guarantees promised, int lanes) {
        // Services that share the messages overtake one another.
        boolean oneWay = lanes == 1 && spec.share().services() <= 1;
        boolean oneOfEachKey =
                spec.payload().keys().count() > 0 && spec.topology().topics() == 1;
        Guarantees all = spec.part().service().promises(promised);
        return (oneWay ? all : all.unordered()).orderedByKey(promised.orderedByKey() && oneOfEachKey);
    }

    private Audience audience(
            PipelineSpec<?> spec, Transport transport, List<List<Sink<?>>> subscribers, Window window) {
        Books.Promises promises = new Books.Promises(
                guarantees.ordered(),
                transport.guarantees().ordered(),
                spec.payload().keys().count() > 0,
                window.measureEndNanos()
                        + spec.part()
                                .service()
                                .redelivery(transport.redelivery())
                                .toNanos());
        List<Books> books = new ArrayList<>();
        for (List<Sink<?>> sinks : subscribers) {
            Tasks its = tasks.of(sinks);
            List<Hop> hops = spec.role() == Role.WHOLE ? Hop.of(its) : List.of();
            books.add(new Books(its, connections, hops, spec.part().service().requestLanes(), promises));
        }
        return new Audience(books);
    }

    public void start() {
        threads.start();
    }

    /** Does every task once on the caller's thread, for a clock that the caller moves; instead of {@link #start}. */
    public int runOnce() {
        int work = 0;
        for (int i = 0; i < tasks.all().size(); i++) {
            work += tasks.all().get(i).doWork();
        }
        settle();
        return work;
    }

    /**
     * Does the tasks of one of the layout's threads once, as that thread would; instead of {@link #start}.
     *
     * @param thread number in the layout; each is called by one thread
     * @param sends whether generators have a turn too
     * @return how many messages its tasks sent or took
     */
    public int turn(int thread, boolean sends) {
        return threads.turn(thread, sends);
    }

    private void settle() {
        for (int i = 0; i < tasks.all().size(); i++) {
            tasks.all().get(i).settle();
        }
    }

    /**
     * Returns the recorders of each probe that is measured; none in a closed loop. Each subscriber has as many of
     * endToEnd, one subscriber after the other.
     */
    public Map<Probe, List<LatencyRecorder>> recorders() {
        return recorders;
    }

    /** Returns the costliest episodes of each sink; none in a closed loop, which slows down with the system. */
    public List<CostliestEpisodes> costliestEpisodes() {
        return sending.measuresLatency()
                ? tasks.sinks().stream().map(Sink::slowest).toList()
                : List.of();
    }

    /** Returns the arrivals at each sink by intended time; none in a closed loop. */
    public List<Slices> slices() {
        return sending.measuresLatency()
                ? tasks.sinks().stream().map(Sink::slices).toList()
                : List.of();
    }

    /** Returns each thread's clock, with the transport's slowest calls. */
    public List<CallClock> clocks() {
        return threads.clocks();
    }

    public List<SlowestMessages> slowestAnswers() {
        return tasks.services().stream().map(ServiceStage::slowest).toList();
    }

    public ThreadLayout layout() {
        return threads.layout();
    }

    public boolean finishedSending() {
        return tasks.generators().stream().allMatch(Generator::finished);
    }

    public long sent() {
        return Books.sum(tasks.generators(), Generator::sent);
    }

    /** Returns the messages that were sent and that no consumer of the first hop took. */
    public long waiting() {
        return sent() - (tasks.services().isEmpty() ? received() : taken());
    }

    /** Returns the number of subscribers. Totals of the sinks are those of the subscriber that received least. */
    public int subscribers() {
        return audience.size();
    }

    /** Returns the messages that reached the sinks so far, each counted once. */
    public long received() {
        return audience.received();
    }

    public long received(int subscriber) {
        return audience.of(subscriber).received();
    }

    /** Returns the messages that reached the sinks within the measured window, whenever they were due. */
    public long completedInWindow() {
        return audience.completedInWindow();
    }

    public boolean everyMessageArrived() {
        return audience.everyMessageArrived();
    }

    public List<Progress> progress() {
        return audience.progress();
    }

    /** Waits for acknowledgements of everything sent; false if the limit passed first. */
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return connections.awaitAcknowledged(limit);
    }

    /**
     * Returns each subscriber's account; once, after the threads have ended.
     *
     * @param before how far the messages had come a while before the drain limit cut them off: what has moved since was
     *     still flowing; empty if every message arrived or was lost by then
     * @param untilNanos when the run ended; later messages are left out
     */
    public List<Accounting> accounting(List<Progress> before, long untilNanos) {
        return audience.close(before, untilNanos);
    }

    /**
     * Returns the messages due from one time to another, in nanoseconds from the start of warm-up; for random
     * arrivals, on average.
     */
    public long dueBetween(long fromNanos, long toNanos) {
        return sending.dueBetween(fromNanos, toNanos);
    }

    /** Returns problems with a file of arrivals, and waits of the threads' own; once the threads have ended. */
    public List<Finding> incidents() {
        List<Finding> all = new ArrayList<>(sending.incidents(tasks));
        if (layout().parksConsumers()) {
            all.add(Rules.PARKED.found(TimeUnit.NANOSECONDS.toMicros(Task.PARK_NANOS)));
        }
        return all;
    }

    /** Stops reading arrivals; after accounting for them. */
    public void stopReading() {
        sending.close();
    }

    public ServiceCounts serviceCounts() {
        return audience.of(0).serviceCounts();
    }

    /** Returns what this process's publishers took and acknowledged; once the threads have ended. */
    public Acknowledged acknowledgedOfEach() {
        return connections.acknowledged();
    }

    public List<WorkMeter.Sum> work() {
        return tasks.services().stream()
                .map(service -> service.work().measured())
                .toList();
    }

    /** Sets the window in which services meter their work, if it differs from the pipeline's own. */
    public void meterWork(Window window) {
        tasks.services().forEach(service -> service.work().during(window));
    }

    /** Returns the requests that the services of this process took, duplicates included. */
    public long taken() {
        return audience.of(0).taken();
    }

    public Guarantees guarantees() {
        return guarantees;
    }

    public FlowSum published() {
        return sum(tasks.generators().stream().map(Generator::published));
    }

    /** Returns the sizes of the messages published in the window; null if there were none. */
    public MessageSizes sizes() {
        return MessageSizes.of(published(), headerBytes);
    }

    public FlowSum acknowledged() {
        return sum(connections.requestOutcomes().stream().map(AcknowledgementRecorder::acknowledged));
    }

    public FlowSum arrived() {
        return sum(tasks.sinks().stream().map(Sink::arrived));
    }

    private static FlowSum sum(Stream<Flow> flows) {
        return flows.map(Flow::measured).reduce(FlowSum.NONE, FlowSum::plus);
    }

    public long acknowledgedInAll() {
        return Books.sum(
                connections.requestOutcomes(),
                outcomes -> outcomes.acknowledged().all().messages());
    }

    public long publishedBytes() {
        return Books.sum(
                tasks.generators(), generator -> generator.published().all().bytes());
    }

    public long arrivedBytes() {
        return audience.arrivedBytes();
    }

    /** Returns why a thread ended early, with its name; empty if none did. */
    public Optional<String> failure() {
        return threads.failure();
    }

    /** Returns why the first publish failed; empty if none did. */
    public Optional<String> publishFailure() {
        return failures.firstPublishFailure().map(Texts::chain);
    }

    /**
     * Stops the threads.
     *
     * @return the threads that did not stop within the limit, each with where it is stuck
     */
    public List<String> stop(Duration limit) throws InterruptedException {
        stopServices();
        return threads.stop(limit);
    }

    /** Lets no service wait for room any longer; any thread. */
    public void stopServices() {
        tasks.services().forEach(ServiceStage::stop);
    }

    /** Closes every publisher and subscription. Call it after {@link #stop}, and only if no thread is stuck. */
    @Override
    public void close() {
        stopReading();
        connections.close();
    }
}
