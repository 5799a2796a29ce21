package io.twohop.pipeline;

import io.twohop.account.ThreadLayout;
import io.twohop.codec.Codec;
import io.twohop.measure.CallClock;
import io.twohop.measure.CallClock.Call;
import io.twohop.measure.CostliestEpisodes;
import io.twohop.measure.Flow;
import io.twohop.measure.KeyOrder;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.SequenceTracker.Arrival;
import io.twohop.measure.Slices;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.Trace;
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
    private CallClock clock;
    private final Codec<T> codec;
    private final Subscription subscription;
    private final long maxWaitNanos;
    private final int firstProducer;
    private final SequenceTracker[] trackers;
    private final Doorbell[] doorbells;
    private final MessageOutcomes outcomes;
    private final AtomicLongArray newestSequences;
    private final long[] senderAheadNanos;
    private final boolean knowsEntry;
    private final LatencyRecorder endToEnd;
    private final LatencyRecorder toService;
    private final CostliestEpisodes slowest;
    private final Slices slices;
    private final Flow arrived;
    private final Tally tally;
    private final Inspector inspector;
    private final KeyOrder keyOrder;

    private final PaddedCounter received = new PaddedCounter();
    private final PaddedCounter duplicated = new PaddedCounter();
    private final PaddedCounter outOfOrder = new PaddedCounter();
    private final PaddedCounter outOfOrderByKey = new PaddedCounter();
    private final PaddedCounter tooLate = new PaddedCounter();
    private final PaddedCounter foreign = new PaddedCounter();

    /**
     * @param firstProducer of those whose messages it gets
     * @param trackers one for each of them, shared by all sinks of a subscriber
     * @param keyOrder of their messages, shared likewise; null where they have no keys
     * @param inspector of what it consumes
     * @param senderAheadNanos by how much the clock of each sender of that hop is ahead of this one; null where that is not known
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
            Inspector inspector,
            Doorbell[] doorbells,
            MessageOutcomes outcomes,
            long[] senderAheadNanos,
            boolean seesService) {
        this.number = number;
        this.mark = supplies.mark();
        this.clock = new CallClock(clock, roleName(), false, false, window);
        this.codec = supplies.codec();
        this.subscription = subscription;
        this.maxWaitNanos = maxWaitNanos;
        this.firstProducer = firstProducer;
        this.trackers = trackers;
        this.keyOrder = keyOrder;
        this.inspector = inspector;
        this.doorbells = doorbells;
        this.outcomes = outcomes;
        this.senderAheadNanos = senderAheadNanos;
        this.knowsEntry = senderAheadNanos != null && inspector.hop() > 1;
        this.newestSequences = new AtomicLongArray(trackers.length);
        this.endToEnd = new LatencyRecorder(window);
        this.toService = seesService ? new LatencyRecorder(window) : null;
        this.slowest = new CostliestEpisodes(number, window);
        this.slices = new Slices(window);
        this.arrived = new Flow(window);
        this.tally = new Tally(window, trackers.length);
    }

    @Override
    public int doWork() {
        int messages = subscription.poll(this, maxWaitNanos);
        inspector.lanes().looked(messages);
        if (messages == 0) {
            clock.polledInVain();
        }
        return messages;
    }

    @Override
    public void onMessage(ByteBuffer message) {
        if (!TraceHeader.isOf(message, mark)) {
            foreign.increment();
            return;
        }
        int header = message.position();
        int start = header + TraceHeader.BYTES;
        int payloadBytes = message.limit() - start;
        message.position(start);
        RuntimeException undecodable = decode(message);
        long nowNanos = clock.polled(Call.SINK_POLL);
        // What is checked is checked once the time is taken.
        Trace trace = inspector.trace();
        trace.read(message, header);
        int producer = trace.producer() - firstProducer;
        int key = trace.key();
        boolean isKnown = producer >= 0 && producer < trackers.length && (keyOrder == null || keyOrder.knows(key));
        if (!inspector.accepts(producer, isKnown)) {
            return;
        }
        if (undecodable != null) {
            inspector.passOver(message.limit(start + payloadBytes), start, payloadBytes, producer, undecodable);
            return;
        }
        long sequence = trace.sequence();
        long intendedNanos = trace.intendedNanos();
        long stageNanos =
                senderAheadNanos == null ? intendedNanos : trace.stageNanos() - senderAheadNanos[trace.sender()];
        if (!inspector.areTimely(producer, stageNanos, nowNanos)) {
            return;
        }
        inspector.verify(message.limit(start + payloadBytes), start, payloadBytes, producer);
        boolean behind = inspector.arrive();
        if (isFirst(trackers[producer].onArrival(sequence))) {
            long entryNanos = knowsEntry ? stageNanos : 0;
            endToEnd.record(intendedNanos, nowNanos);
            if (toService != null) {
                toService.record(intendedNanos, entryNanos);
            }
            slowest.record(firstProducer + producer, sequence, intendedNanos, entryNanos, nowNanos);
            slices.record(intendedNanos, nowNanos);
            arrived.record(intendedNanos, payloadBytes, nowNanos, nowNanos);
            outcomes.arrive(intendedNanos, trace.lane(), nowNanos);
            account(producer, sequence, key, intendedNanos, nowNanos);
            if (behind) {
                inspector.outOfOrder();
            }
        } else {
            outcomes.arriveAgain(intendedNanos);
        }
    }

    /** Why it cannot be decoded; null where it can. */
    private RuntimeException decode(ByteBuffer message) {
        try {
            codec.decode(message);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
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

    /** Shares the clock of its thread; before that runs. */
    void readsFrom(CallClock clockOfThread) {
        clock = clockOfThread;
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

    CostliestEpisodes slowest() {
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

    Inspector inspector() {
        return inspector;
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

    /** Latencies below zero. */
    long belowZero() {
        return endToEnd.belowZero() + (toService == null ? 0 : toService.belowZero());
    }

    long tooLate() {
        return tooLate.get();
    }

    long foreign() {
        return foreign.get();
    }
}
