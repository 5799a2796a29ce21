package io.twohop.pipeline;

import io.twohop.account.ThreadLayout;
import io.twohop.codec.Codec;
import io.twohop.event.Microservice;
import io.twohop.event.PassThrough;
import io.twohop.measure.CallClock.Call;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.SequenceTracker.Arrival;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.header.LaneNumbers;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.Trace;
import io.twohop.pipeline.header.TraceHeader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/** The microservice: consumes the first hop, calls the service, and publishes its answers on the second hop. */
final class ServiceStage<T> extends HopEnd<T> implements Consumer<T> {
    private static final int PENDING_FIELDS = 8;

    private final int mark;
    private final Codec<T> encoder;
    private final Microservice<T, T> service;
    private final LaneNumbers[] replies;
    private final int producersOfEach;
    private final Window window;
    private final ByteBuffer buffer;
    private final PayloadSeal seal;
    private final Failures failures;
    private final LatencyRecorder toService;
    private final SlowestMessages slowest;
    private final WorkMeter work;
    private final boolean metersAll;
    private final boolean works;

    private final PaddedCounter failed = new PaddedCounter();
    private final PaddedCounter failedMeasured = new PaddedCounter();
    private final PaddedCounter unanswered = new PaddedCounter();
    private final PaddedCounter unansweredMeasured = new PaddedCounter();
    private final PaddedCounter answeredAgain = new PaddedCounter();

    private final Pending pending = new Pending(PENDING_FIELDS);
    private long entryNanos;
    private int answers;
    private int published;
    private long answeredNanos;
    private volatile boolean stopped;
    private Sink<?>[] besides = {};

    /**
     * @param replies the lanes to each load, whose producers follow one another
     * @param metersAll whether a message's work is all that is done for it, which takes two readings of the clock, or what the
     *     service does until it answers, which takes none
     */
    ServiceStage(int number, Shared<T> shared, Intake intake, List<LaneNumbers> replies, boolean metersAll) {
        super(ThreadLayout.SERVICE + number, Call.SERVICE_POLL, metersAll, shared, intake);
        this.mark = shared.supplies().mark();
        this.encoder = shared.supplies().codec();
        this.service = shared.supplies().service();
        this.replies = replies.toArray(LaneNumbers[]::new);
        this.producersOfEach = Math.max(1, producers() / replies.size());
        this.window = shared.window();
        this.buffer = shared.supplies().newBuffer();
        this.seal = shared.supplies().seal();
        this.failures = shared.failures();
        this.toService = new LatencyRecorder(window);
        this.slowest = new SlowestMessages(number, window);
        this.work = new WorkMeter(window);
        this.metersAll = metersAll;
        this.works = !PassThrough.is(service);
    }

    /** Flame graphs tell sinks from services by this frame. */
    @Override
    public int doWork() {
        return poll();
    }

    @Override
    void take(T event, int payloadBytes, long takenNanos, long nowNanos) {
        // What arrived is counted before its lane is seen to have come that far.
        receive();
        boolean behind = inspector().arrive();
        long intendedNanos = inspector().trace().intendedNanos();
        entryNanos = nowNanos;
        answers = 0;
        published = 0;
        service.onEvent(event, this);
        if (metersAll) {
            work.record(takenNanos, answers == 0 ? clock().nanoTime() : clock().published(Call.SERVICE_PUBLISH));
        }
        putOff(intendedNanos, nowNanos, behind);
        if (answers == 0) {
            unanswered.increment();
            unansweredMeasured.add(1 - window.warmsUp(intendedNanos));
            failures.unanswered(intendedNanos);
        } else if (answers > 1) {
            answeredAgain.increment();
        }
    }

    /** Keeps what {@link #settle} records: the sink would wait for its recording. */
    private void putOff(long intendedNanos, long nowNanos, boolean behind) {
        Trace trace = inspector().trace();
        int at = pending.add();
        long[] row = pending.numbers();
        row[at] = inspector().producer();
        row[at + 1] = trace.producer();
        row[at + 2] = trace.sequence();
        row[at + 3] = intendedNanos;
        row[at + 4] = nowNanos;
        row[at + 5] = answeredNanos;
        row[at + 6] = published;
        row[at + 7] = behind ? 1 : 0;
        if (pending.isFull()) {
            settle();
        }
    }

    @Override
    public void settle() {
        long[] row = pending.numbers();
        int end = pending.clear();
        for (int at = 0; at < end; at += PENDING_FIELDS) {
            long sequence = row[at + 2];
            long intended = row[at + 3];
            long entry = row[at + 4];
            long answered = row[at + 5];
            if (arrival((int) row[at], sequence) == Arrival.FIRST) {
                toService.record(intended, entry);
                if (row[at + 7] != 0) {
                    inspector().outOfOrder();
                }
            }
            if (row[at + 6] > 0) {
                slowest.record((int) row[at + 1], sequence, intended, entry, entry, answered);
                if (!metersAll) {
                    work.record(entry, answered);
                }
            }
        }
    }

    /** Publishes the service's answer. Waits out back pressure: a service that cannot answer takes no further message either. */
    @Override
    public void accept(T answer) {
        answers++;
        Trace trace = inspector().trace();
        int producer = trace.producer();
        long sequence = trace.sequence();
        long intendedNanos = trace.intendedNanos();
        // Reading the clock takes longer than passing an event on. The checks of the message count as its answer's
        // publish.
        long answerNanos = works ? clock().nanoTime() : entryNanos;
        long started = TraceHeader.start(buffer, mark, producer, sequence, intendedNanos, entryNanos, trace.key());
        encoder.encode(answer, buffer);
        buffer.flip();
        long sum = seal.stamp(buffer, sequence, started);
        LaneNumbers lanes = replies[replies.length == 1 ? 0 : producer / producersOfEach];
        try {
            while (!lanes.publish(buffer, trace.key(), sum, intendedNanos)) {
                if (stopped) {
                    return;
                }
                waitForRoom();
            }
        } catch (RuntimeException e) {
            failed.increment();
            failedMeasured.add(1 - window.warmsUp(intendedNanos));
            failures.replyFailed(intendedNanos, e);
        }
        if (!metersAll) {
            clock().answered();
        }
        if (++published == 1) {
            answeredNanos = answerNanos;
        } else {
            slowest.record(producer, sequence, intendedNanos, entryNanos, entryNanos, answerNanos);
        }
    }

    /** Waits for room. A service that shares its thread with the sinks has to let them empty the transport. */
    private void waitForRoom() {
        for (Sink<?> sink : besides) {
            sink.doWork();
        }
        Thread.onSpinWait();
    }

    /** Sets the sinks on its own thread; before it runs. */
    void shareThreadWith(List<Sink<?>> sinks) {
        besides = sinks.toArray(Sink[]::new);
    }

    /** Stops waiting for a transport that takes no more; any thread. */
    void stop() {
        stopped = true;
    }

    LatencyRecorder toService() {
        return toService;
    }

    SlowestMessages slowest() {
        return slowest;
    }

    WorkMeter work() {
        return work;
    }

    long failed() {
        return failed.get();
    }

    long failedMeasured() {
        return failedMeasured.get();
    }

    /** Returns the lanes to the first load. */
    LaneNumbers lanes() {
        return replies[0];
    }

    long unanswered() {
        return unanswered.get();
    }

    long unansweredMeasured() {
        return unansweredMeasured.get();
    }

    long answeredAgain() {
        return answeredAgain.get();
    }
}
