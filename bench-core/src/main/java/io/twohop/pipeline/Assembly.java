package io.twohop.pipeline;

import io.twohop.measure.KeyOrder;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.SequenceTracker;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.LaneNumbers;
import io.twohop.schedule.DueTimes;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.workload.Load;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Makes a pipeline's tasks from its connections. */
final class Assembly<T> {
    private static final long BLOCKING_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * The longest delay, beside the time of two redeliveries, after which an arrival can still be told from a duplicate.
     */
    private static final double REMEMBERED_SECONDS = 30;

    private final PipelineSpec<T> spec;
    private final Transport transport;
    private final Connections connections;
    private final Sending sending;
    private final Shared<T> shared;
    private final int producers;
    private final int stagesOfEach;
    private final long maxWaitNanos;

    Assembly(PipelineSpec<T> spec, Transport transport, Connections connections, Sending sending, Shared<T> shared) {
        this.spec = spec;
        this.transport = transport;
        this.connections = connections;
        this.sending = sending;
        this.shared = shared;
        producers = spec.topology().producers();
        stagesOfEach = Connections.consumers(transport, spec.part());
        maxWaitNanos = transport.pollBlocks() ? BLOCKING_POLL_NANOS : 0;
    }

    List<Generator<?>> generators() {
        List<Generator<?>> generators = new ArrayList<>();
        for (int number = 0; number < connections.requests().size(); number++) {
            generators.add(sending.generator(
                    number,
                    shared,
                    connections.requests().get(number),
                    connections.requestOutcomes().get(number)));
        }
        return generators;
    }

    List<ServiceStage<?>> services() {
        int stages = connections.services().size();
        SequenceTracker[] trackers = stages == 0 ? new SequenceTracker[0] : trackers(spec.producers(), stages > 1);
        SenderClocks senders = SenderClocks.of(ServiceClocks.SAME, spec.producers(), 1, false);
        long firstAnswer = spec.role() == Role.SERVICE_AGAIN ? shared.clock().nanoTime() & Long.MAX_VALUE : 0;
        List<ServiceStage<?>> services = new ArrayList<>();
        for (int i = 0; i < stages; i++) {
            int number = spec.share().service() * stagesOfEach + i;
            Inspector inspector = new Inspector(
                    1,
                    0,
                    spec.producers(),
                    shared.supplies().keyCount(),
                    spec.role() == Role.WHOLE
                            ? times(ArrivalTimes.Known.CLOCKS_AGREE_NANOS, false)
                            : ArrivalTimes.UNKNOWN,
                    shared.supplies().seal(),
                    new LaneArrivals(spec.producers(), connections.lanes()));
            List<LaneNumbers> replies = new ArrayList<>();
            for (Publisher publisher : connections.replies().get(i)) {
                replies.add(shared.supplies().lanes(number, publisher, firstAnswer));
            }
            services.add(new ServiceStage<>(
                    number,
                    shared,
                    new Intake(connections.services().get(i), maxWaitNanos, trackers, inspector, senders),
                    replies,
                    spec.scenario().service().isSet()));
        }
        return services;
    }

    List<List<Sink<?>>> subscribers() {
        boolean afterService = spec.topology().hops() > 1;
        int senders = afterService ? stagesOfEach * spec.share().services() : spec.producers();
        ServiceClocks clocks = spec.part().service().clocks();
        SenderClocks senderClocks = SenderClocks.of(clocks, senders, stagesOfEach, afterService);
        boolean recordEntries = spec.role() == Role.ENDS && afterService && clocks.known();
        Doorbell[] doorbells = connections.requestOutcomes().stream()
                .map(AcknowledgementRecorder::doorbell)
                .toArray(Doorbell[]::new);
        int number = 0;
        List<List<Sink<?>>> subscribers = new ArrayList<>();
        for (List<Subscription> ends : connections.subscribers()) {
            boolean share = ends.size() > 1;
            SequenceTracker[] trackers = trackers(producers, share);
            KeyOrder keyOrder = new KeyOrder(producers, shared.supplies().keyCount(), share);
            List<Sink<?>> sinks = new ArrayList<>();
            for (Subscription subscription : ends) {
                Inspector inspector = new Inspector(
                        spec.topology().hops(),
                        sending.runWide(0),
                        producers,
                        shared.supplies().keyCount(),
                        times(clocks.agreeNanos(), true),
                        shared.supplies().seal(),
                        new LaneArrivals(senders, connections.lanes()));
                sinks.add(new Sink<>(
                        number++,
                        shared,
                        new Intake(subscription, maxWaitNanos, trackers, inspector, senderClocks),
                        keyOrder,
                        doorbells,
                        recordEntries ? List.of(new LatencyRecorder(shared.window())) : List.of()));
            }
            subscribers.add(List.copyOf(sinks));
        }
        return subscribers;
    }

    private SequenceTracker[] trackers(int count, boolean share) {
        Load load = spec.load();
        double runSeconds = (load.warmup().toMillis() + load.duration().toMillis()) / 1_000.0;
        double seconds =
                Math.min(REMEMBERED_SECONDS + 2.0 * transport.redelivery().toMillis() / 1_000, runSeconds + 1);
        int remembered = (int) sending.remembered(seconds);
        SequenceTracker[] trackers = new SequenceTracker[count];
        Arrays.setAll(trackers, producer -> new SequenceTracker(remembered / trackers.length, share));
        return trackers;
    }

    private ArrivalTimes times(long sendersAgreeNanos, boolean isLast) {
        DueTimes[] due = new DueTimes[producers];
        Arrays.setAll(due, sending::due);
        return new ArrivalTimes.Known(shared.window(), due, sendersAgreeNanos, isLast);
    }
}
