package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.measure.Flow;
import io.twohop.measure.KeyOrder;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.SequenceTracker.Arrival;
import io.twohop.measure.Slices;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.ThreadLayout;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.LaneArrivals;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/** The end of the way: consumes the last hop, stamps the arrival and accounts for the message. */
final class Sink<T> implements Agent, MessageHandler {

    private final int number;
    private final int mark;
    private final NanoClock clock;
    private final Codec<T> codec;
    private final Subscription subscription;
    private final long maxWaitNanos;
    private final int firstProducer;
    private final SequenceTracker[] trackers;
    private final Doorbell[] doorbells;
    private final MessageOutcomes outcomes;
    private final AtomicLongArray newestSequences;
    private final long[] serviceAheadNanos;
    private final LatencyRecorder endToEnd;
    private final LatencyRecorder toService;
    private final SlowestMessages slowest;
    private final Slices slices;
    private final Flow arrived;
    private final Tally tally;
    private final LaneArrivals lanes;
    private final KeyOrder keyOrder;

    private final PaddedCounter received = new PaddedCounter();
    private final PaddedCounter duplicated = new PaddedCounter();
    private final PaddedCounter outOfOrder = new PaddedCounter();
    private final PaddedCounter outOfOrderByKey = new PaddedCounter();
    private final PaddedCounter outOfOrderOnLane = new PaddedCounter();
    private final PaddedCounter tooLate = new PaddedCounter();
    private final PaddedCounter foreign = new PaddedCounter();

    /**
     * @param firstProducer of those whose messages it gets
     * @param trackers one for each of them, shared by all sinks of a subscriber
     * @param keyOrder of their messages, shared likewise; null where they have no keys
     * @param lanes of the hop that it consumes
     * @param serviceAheadNanos by how much the clock of each sender of that hop is ahead of this one; null where that is not known
     * @param seesService whether to record what the message says of its entry to the service, in another process
     */
    Sink(
            int number,
            NanoClock clock,
            Window window,
            Supplies<T> supplies,
            Subscription subscription,
            long maxWaitNanos,
            int firstProducer,
            SequenceTracker[] trackers,
            KeyOrder keyOrder,
            LaneArrivals lanes,
            Doorbell[] doorbells,
            MessageOutcomes outcomes,
            long[] serviceAheadNanos,
            boolean seesService) {
        this.number = number;
        this.mark = supplies.mark();
        this.clock = clock;
        this.codec = supplies.codec();
        this.subscription = subscription;
        this.maxWaitNanos = maxWaitNanos;
        this.firstProducer = firstProducer;
        this.trackers = trackers;
        this.keyOrder = keyOrder;
        this.lanes = lanes;
        this.doorbells = doorbells;
        this.outcomes = outcomes;
        this.serviceAheadNanos = serviceAheadNanos;
        this.newestSequences = new AtomicLongArray(trackers.length);
        this.endToEnd = new LatencyRecorder(window);
        this.toService = seesService ? new LatencyRecorder(window) : null;
        this.slowest = new SlowestMessages(number, window);
        this.slices = new Slices(window);
        this.arrived = new Flow(window);
        this.tally = new Tally(window, trackers.length);
    }

    @Override
    public int doWork() {
        int messages = subscription.poll(this, maxWaitNanos);
        lanes.looked(messages);
        return messages;
    }

    @Override
    public void onMessage(ByteBuffer message) {
        int producer = TraceHeader.producer(message, mark) - firstProducer;
        if (producer < 0 || producer >= trackers.length || !lanes.knows(message) || !knowsKey(message)) {
            foreign.increment();
            return;
        }
        int sender = TraceHeader.sender(message);
        int lane = TraceHeader.lane(message);
        boolean behind = lanes.arrive(sender, lane, TraceHeader.number(message));
        long sequence = TraceHeader.sequence(message);
        long intendedNanos = TraceHeader.intendedNanos(message);
        long entryNanos =
                serviceAheadNanos == null ? 0 : TraceHeader.serviceEntryNanos(message) - serviceAheadNanos[sender];
        int key = TraceHeader.key(message);
        TraceHeader.skip(message);
        int payloadBytes = message.remaining();
        codec.decode(message);
        long nowNanos = clock.nanoTime();
        if (isFirst(trackers[producer].onArrival(sequence))) {
            endToEnd.record(intendedNanos, nowNanos);
            if (toService != null) {
                toService.record(intendedNanos, entryNanos);
            }
            slowest.record(firstProducer + producer, sequence, intendedNanos, intendedNanos, entryNanos, nowNanos);
            slices.record(intendedNanos, nowNanos);
            arrived.record(intendedNanos, payloadBytes, nowNanos, nowNanos);
            outcomes.arrive(intendedNanos, lane, nowNanos);
            account(producer, sequence, key, intendedNanos, nowNanos);
            if (behind) {
                outOfOrderOnLane.increment();
            }
        } else {
            outcomes.arriveAgain(intendedNanos);
        }
    }

    private boolean knowsKey(ByteBuffer message) {
        return keyOrder == null || keyOrder.knows(TraceHeader.key(message));
    }

    private boolean isFirst(Arrival arrival) {
        if (arrival == Arrival.FIRST) {
            return true;
        }
        (arrival == Arrival.DUPLICATE ? duplicated : tooLate).increment();
        return false;
    }

    private void account(int producer, long sequence, int key, long intendedNanos, long nowNanos) {
        received.increment();
        tally.count(producer, intendedNanos, nowNanos);
        if (sequence + 1 < newestSequences.getPlain(producer)) {
            outOfOrder.increment();
            outcomes.arriveOutOfOrder(intendedNanos);
        } else {
            newestSequences.lazySet(producer, sequence + 1);
        }
        if (keyOrder != null && keyOrder.isBehind(producer, key, sequence)) {
            outOfOrderByKey.increment();
        }
        doorbells[producer].ring();
    }

    @Override
    public String roleName() {
        return ThreadLayout.SINK + number;
    }

    LatencyRecorder endToEnd() {
        return endToEnd;
    }

    LatencyRecorder toService() {
        return toService;
    }

    SlowestMessages slowest() {
        return slowest;
    }

    /** First arrivals by when they were due. */
    Slices slices() {
        return slices;
    }

    /** What arrived, each message once. */
    Flow arrived() {
        return arrived;
    }

    /** One more than the highest sequence seen of a producer; 0 before the first. */
    long nextSequence(int producer) {
        return newestSequences.get(producer);
    }

    long received() {
        return received.get();
    }

    /** First arrivals by phase. */
    Tally tally() {
        return tally;
    }

    LaneArrivals lanes() {
        return lanes;
    }

    long duplicated() {
        return duplicated.get();
    }

    long outOfOrder() {
        return outOfOrder.get();
    }

    /** First arrivals behind a later message of the same producer and key. */
    long outOfOrderByKey() {
        return outOfOrderByKey.get();
    }

    /** First arrivals behind a later message of the same sender and lane. */
    long outOfOrderOnLane() {
        return outOfOrderOnLane.get();
    }

    long tooLate() {
        return tooLate.get();
    }

    long foreign() {
        return foreign.get();
    }
}
