package io.twohop.pipeline;

import io.twohop.measure.KeyOrder;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.LaneNumbers;
import io.twohop.replay.ReadAhead;
import io.twohop.schedule.DueTimes;
import io.twohop.schedule.ProfiledSchedule;
import io.twohop.schedule.Schedule;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.workload.Load;
import io.twohop.workload.Pace;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/** Makes the agents of a pipeline from what is connected. */
final class Assembly<T> {
    private static final long BLOCKING_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How long an arrival may be delayed and still be distinguished from a duplicate, beside the time of two redeliveries. */
    private static final double REMEMBERED_SECONDS = 30;

    private static final int MAX_REMEMBERED = 1 << 27;

    /** Of a closed loop, as if it were fast. */
    private static final int REMEMBERED_OF_CLOSED_LOOP = 1 << 25;

    private final List<Generator<?>> generators = new ArrayList<>();
    private final List<ServiceStage<?>> services = new ArrayList<>();
    private final List<Sink<?>> sinks = new ArrayList<>();
    private final List<List<Sink<?>>> subscribers = new ArrayList<>();
    private final List<Settled> settled = new ArrayList<>();
    private final PipelineSpec<T> spec;
    private final NanoClock clock;
    private final Window window;
    private final Connections connections;
    private final Failures failures;
    private final Supplies<T> supplies;
    private final ReadAhead arrivals;
    private final boolean acknowledges;
    private final int producers;
    private final int firstProducer;
    private final boolean sinksSeeService;

    /** @param arrivals null where they are not those of a file */
    Assembly(
            PipelineSpec<T> spec,
            Transport transport,
            NanoClock clock,
            Window window,
            Connections connections,
            Failures failures,
            Supplies<T> supplies,
            ReadAhead arrivals) {
        this.spec = spec;
        this.arrivals = arrivals;
        this.clock = clock;
        this.window = window;
        this.connections = connections;
        this.failures = failures;
        this.supplies = supplies;
        this.acknowledges = transport.guarantees().acknowledged();
        long maxWaitNanos = transport.pollBlocks() ? BLOCKING_POLL_NANOS : 0;
        producers = spec.topology().producers();
        firstProducer = spec.share().firstProducer(producers);
        int stagesOfEach = transport.consumersPerHop();
        int senders = spec.topology().hops() == 1
                ? spec.producers()
                : stagesOfEach * spec.share().services();
        int lanes = connections.lanes();
        ServiceClocks clocks =
                spec.service() == null ? ServiceClocks.SAME : spec.service().clocks();
        sinksSeeService = spec.service() != null && spec.topology().hops() > 1 && clocks.known();
        int keys = spec.payload().keys().count();
        int stages = connections.services().size();
        SequenceTracker[] atServices =
                stages == 0 ? null : trackers(spec.producers(), transport.redelivery(), stages > 1);
        Doorbell[] doorbells = connections.requestOutcomes().stream()
                .map(AcknowledgementRecorder::doorbell)
                .toArray(Doorbell[]::new);
        for (List<Subscription> ends : connections.subscribers()) {
            boolean shared = ends.size() > 1;
            SequenceTracker[] trackers = trackers(producers, transport.redelivery(), shared);
            KeyOrder keyOrder = keys == 0 ? null : new KeyOrder(producers, keys, shared);
            int first = sinks.size();
            for (Subscription subscription : ends) {
                sinks.add(new Sink<>(
                        sinks.size(),
                        clock,
                        window,
                        supplies,
                        subscription,
                        maxWaitNanos,
                        firstProducer,
                        trackers,
                        keyOrder,
                        new Inspector(
                                spec.topology().hops(),
                                firstProducer,
                                times(clocks.agreeNanos()),
                                supplies.seal(),
                                new LaneArrivals(senders, lanes)),
                        doorbells,
                        spec.outcomes(),
                        clocks.ofSenders(senders, stagesOfEach),
                        sinksSeeService));
            }
            subscribers.add(List.copyOf(sinks.subList(first, sinks.size())));
        }
        for (int i = 0; i < connections.services().size(); i++) {
            Subscription requests = connections.services().get(i);
            List<Publisher> replies = connections.replies().get(i);
            services.add(new ServiceStage<>(
                    spec.share().service() * stagesOfEach + i,
                    clock,
                    window,
                    supplies,
                    requests,
                    maxWaitNanos,
                    atServices,
                    new Inspector(
                            1,
                            0,
                            spec.role() == Role.WHOLE
                                    ? times(ArrivalTimes.Known.CLOCKS_AGREE_NANOS)
                                    : ArrivalTimes.UNKNOWN,
                            supplies.seal(),
                            new LaneArrivals(spec.producers(), lanes)),
                    replies,
                    spec.role() == Role.SERVICE_AGAIN ? clock.nanoTime() & Long.MAX_VALUE : 0,
                    spec.scenario().service().isSet(),
                    failures));
        }
        for (int i = 0; i < producers && spec.role().hasEnds(); i++) {
            generators.add(spec.load().closedLoop() ? closedLoop(i) : scheduled(i));
        }
    }

    List<Generator<?>> generators() {
        return generators;
    }

    List<ServiceStage<?>> services() {
        return services;
    }

    /** Those of all subscribers, one after the other. */
    List<Sink<?>> sinks() {
        return sinks;
    }

    /** The sinks of each. */
    List<List<Sink<?>>> subscribers() {
        return subscribers;
    }

    /** Lets each generator see what of its messages has settled at the subscriber, as a closed loop has one. */
    void settle(List<Hop> hops, Books books) {
        for (int i = 0; i < generators.size(); i++) {
            settled.add(new Settled(clock, generators.get(i), i, services, subscribers.get(0), hops, books));
        }
    }

    /** Those whose both ends are here, on the way to a subscriber. */
    List<Hop> hops(List<Sink<?>> itsSinks) {
        if (spec.role() != Role.WHOLE) {
            return List.of();
        }
        List<LaneNumbers> requests = generators.stream().map(Generator::lanes).toList();
        List<LaneArrivals> ends =
                itsSinks.stream().map(sink -> sink.inspector().lanes()).toList();
        if (services.isEmpty()) {
            return List.of(new Hop(1, requests, ends));
        }
        return List.of(
                new Hop(
                        1,
                        requests,
                        services.stream()
                                .map(service -> service.inspector().lanes())
                                .toList()),
                new Hop(2, services.stream().map(ServiceStage::lanes).toList(), ends));
    }

    private Generator<T> scheduled(int number) {
        Schedule schedule = arrivals != null ? arrivals.schedule(number) : schedule(number);
        return new ScheduledGenerator<>(
                firstProducer + number,
                clock,
                window,
                schedule,
                supplies,
                connections.requests().get(number),
                failures,
                spec.outcomes());
    }

    /** In flight is what has no acknowledgement; where there are none, what has not arrived and still may. */
    private Generator<T> closedLoop(int number) {
        Pace.Closed loop = (Pace.Closed) spec.load().pace();
        AcknowledgementRecorder outcomes = connections.requestOutcomes().get(number);
        LongSupplier acknowledged =
                () -> outcomes.outcomes() + generators.get(number).failed();
        LongSupplier arrived = () -> settled.get(number).getAsLong();
        return new ClosedLoopGenerator<>(
                number,
                clock,
                window,
                loop.inFlight(),
                share(loop.mostMessages(), number, producers),
                acknowledges ? acknowledged : arrived,
                acknowledges ? Long.MAX_VALUE : Settled.PATIENCE_WITH_WARMUP_NANOS,
                outcomes.doorbell(),
                supplies,
                connections.requests().get(number),
                failures);
    }

    /** A producer's part of what all send together. */
    private static long share(long count, int number, int producers) {
        return count == Long.MAX_VALUE ? Long.MAX_VALUE : count / producers + (number < count % producers ? 1 : 0);
    }

    private SequenceTracker[] trackers(int count, Duration redelivery, boolean shared) {
        double seconds = Math.min(
                REMEMBERED_SECONDS + 2.0 * redelivery.toMillis() / 1_000,
                (spec.load().warmup().toMillis() + spec.load().duration().toMillis()) / 1_000.0 + 1);
        double remembered = spec.load().closedLoop()
                ? REMEMBERED_OF_CLOSED_LOOP
                : Math.min(
                        spec.load().arrivals().isReplay() ? due() : spec.load().highestPerSecond() * seconds,
                        MAX_REMEMBERED);
        SequenceTracker[] trackers = new SequenceTracker[count];
        Arrays.setAll(trackers, producer -> new SequenceTracker((int) remembered / trackers.length, shared));
        return trackers;
    }

    private Schedule schedule(int number) {
        Load load = spec.load();
        if (load.pace() instanceof Pace.Changing changing) {
            return new ProfiledSchedule(
                    spec.share().schedule(load.arrivals(), ProfiledSchedule.PER_SECOND, number, producers),
                    changing.profile(),
                    load.warmup().toNanos());
        }
        Schedule whole = spec.share().schedule(load.arrivals(), load.perSecond(), number, producers);
        return spec.slices() == null ? whole : spec.slices().of(whole);
    }

    /** Of this process's own producers. */
    private ArrivalTimes times(long sendersAgreeNanos) {
        DueTimes[] due = new DueTimes[producers];
        Arrays.setAll(due, this::due);
        return new ArrivalTimes.Known(window, due, sendersAgreeNanos);
    }

    /** As {@link #schedule} has them. A closed loop sends when it can, and a changing rate is known by going through it. */
    private DueTimes due(int number) {
        Load load = spec.load();
        if (!(load.pace() instanceof Pace.Constant)) {
            return DueTimes.NOT_KNOWN;
        }
        DueTimes whole = spec.share().due(load.arrivals(), load.perSecond(), number, producers);
        return spec.slices() == null ? whole : spec.slices().of(whole);
    }

    /** A file may have most of its messages within a few seconds. */
    private double due() {
        return spec.load().arrivals().contents().due();
    }

    /** By the probes that it has; in a closed loop nobody asks for them. */
    Map<Probe, List<LatencyRecorder>> recorders() {
        Map<Probe, List<LatencyRecorder>> recorders = new EnumMap<>(Probe.class);
        recorders.put(
                Probe.LATENESS, generators.stream().map(Generator::lateness).toList());
        recorders.put(Probe.PUBLISH, generators.stream().map(Generator::publish).toList());
        if (acknowledges) {
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
        if (sinksSeeService) {
            recorders.put(Probe.TO_SERVICE, sinks.stream().map(Sink::toService).toList());
        }
        recorders.put(Probe.END_TO_END, sinks.stream().map(Sink::endToEnd).toList());
        return Collections.unmodifiableMap(recorders);
    }
}
