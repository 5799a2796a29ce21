package io.twohop.pipeline;

import io.twohop.account.ThreadLayout;
import io.twohop.measure.CallClock.Call;
import io.twohop.measure.CostliestEpisodes;
import io.twohop.measure.Flow;
import io.twohop.measure.KeyOrder;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.SequenceTracker.Arrival;
import io.twohop.measure.Slices;
import io.twohop.pipeline.header.Trace;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** The end of a message's path: consumes the last hop, records the arrival and accounts for the message. */
final class Sink<T> extends HopEnd<T> {
    private final Doorbell[] doorbells;
    private final MessageOutcomes outcomes;
    private final AtomicLongArray newestSequences;
    private final LatencyRecorder endToEnd;
    private final LatencyRecorder[] toService;
    private final CostliestEpisodes slowest;
    private final Slices slices;
    private final Flow arrived;
    private final Tally tally;
    private final KeyOrder keyOrder;

    private final PaddedCounter duplicated = new PaddedCounter();
    private final PaddedCounter outOfOrder = new PaddedCounter();
    private final PaddedCounter outOfOrderByKey = new PaddedCounter();
    private final PaddedCounter tooLate = new PaddedCounter();

    /**
     * @param keyOrder the order of keys, shared by all sinks that share the messages
     * @param toService record when messages entered a service in another process, as they say; none for a service in this
     *     process, which records that itself
     */
    Sink(
            int number,
            Shared<T> shared,
            Intake intake,
            KeyOrder keyOrder,
            Doorbell[] doorbells,
            List<LatencyRecorder> toService) {
        super(ThreadLayout.SINK + number, Call.SINK_POLL, false, shared, intake);
        this.keyOrder = keyOrder;
        this.doorbells = doorbells;
        this.outcomes = shared.outcomes();
        this.newestSequences = new AtomicLongArray(producers());
        this.endToEnd = new LatencyRecorder(shared.window());
        this.toService = toService.toArray(LatencyRecorder[]::new);
        this.slowest = new CostliestEpisodes(number, shared.window());
        this.slices = new Slices(shared.window());
        this.arrived = new Flow(shared.window());
        this.tally = new Tally(shared.window(), producers());
    }

    /** Flame graphs tell sinks from services by this frame. */
    @Override
    public int doWork() {
        return poll();
    }

    @Override
    void take(T event, int payloadBytes, long takenNanos, long nowNanos) {
        Trace trace = inspector().trace();
        long intendedNanos = trace.intendedNanos();
        boolean behind = inspector().arrive();
        if (isFirst(arrival())) {
            long entryNanos = senders().entryNanos(trace);
            endToEnd.record(intendedNanos, nowNanos);
            for (LatencyRecorder recorder : toService) {
                recorder.record(intendedNanos, entryNanos);
            }
            slowest.record(trace.producer(), trace.sequence(), intendedNanos, entryNanos, nowNanos);
            slices.record(intendedNanos, nowNanos);
            arrived.record(intendedNanos, payloadBytes, nowNanos, nowNanos);
            outcomes.arrive(intendedNanos, trace.lane(), nowNanos);
            account(inspector().producer(), trace, nowNanos);
            if (behind) {
                inspector().outOfOrder();
            }
        } else {
            outcomes.arriveAgain(intendedNanos);
        }
    }

    private boolean isFirst(Arrival arrival) {
        if (arrival == Arrival.FIRST) {
            return true;
        }
        (arrival == Arrival.DUPLICATE ? duplicated : tooLate).increment();
        return false;
    }

    private void account(int producer, Trace trace, long nowNanos) {
        long sequence = trace.sequence();
        receive();
        tally.count(producer, trace.intendedNanos(), nowNanos);
        if (sequence + 1 < newestSequences.getPlain(producer)) {
            outOfOrder.increment();
            outcomes.arriveOutOfOrder(trace.intendedNanos());
        } else {
            newestSequences.lazySet(producer, sequence + 1);
        }
        if (keyOrder.isBehind(producer, trace.key(), sequence)) {
            outOfOrderByKey.increment();
        }
        doorbells[producer].ring();
    }

    LatencyRecorder endToEnd() {
        return endToEnd;
    }

    /** Returns the recorders of entries to a service in another process; none for a service in this process. */
    List<LatencyRecorder> toService() {
        return List.of(toService);
    }

    CostliestEpisodes slowest() {
        return slowest;
    }

    /** Returns the first arrivals by intended time. */
    Slices slices() {
        return slices;
    }

    Flow arrived() {
        return arrived;
    }

    /** Returns one more than the highest sequence seen of a producer; 0 before the first. */
    long nextSequence(int producer) {
        return newestSequences.get(producer);
    }

    /** Returns the first arrivals by phase. */
    Tally tally() {
        return tally;
    }

    long duplicated() {
        return duplicated.get();
    }

    long outOfOrder() {
        return outOfOrder.get();
    }

    /** Returns the first arrivals behind a later message of the same producer and key. */
    long outOfOrderByKey() {
        return outOfOrderByKey.get();
    }

    long belowZero() {
        long belowZero = endToEnd.belowZero();
        for (LatencyRecorder recorder : toService) {
            belowZero += recorder.belowZero();
        }
        return belowZero;
    }

    long tooLate() {
        return tooLate.get();
    }
}
