package io.twohop.pipeline;

import io.twohop.account.ThreadLayout;
import io.twohop.codec.Codec;
import io.twohop.event.Microservice;
import io.twohop.measure.CallClock;
import io.twohop.measure.CallClock.Call;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.SequenceTracker;
import io.twohop.measure.SequenceTracker.Arrival;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.header.LaneNumbers;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.Trace;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/** The microservice's process: consumes the first hop, calls the service, publishes its answers on the second hop. */
final class ServiceStage<T> implements Agent, MessageHandler, Consumer<T> {
    private final int number;
    private final int mark;
    private CallClock clock;
    private final Codec<T> decoder;
    private final Codec<T> encoder;
    private final Microservice<T, T> service;
    private final Subscription subscription;
    private final long maxWaitNanos;
    private final SequenceTracker[] trackers;
    private final Inspector inspector;
    private final LaneNumbers[] replies;
    private final int producersOfEach;
    private final int keys;
    private final Window window;
    private final ByteBuffer buffer;
    private final PayloadSeal seal;
    private final Failures failures;
    private final LatencyRecorder toService;
    private final SlowestMessages slowest;
    private final WorkMeter work;
    private final boolean metersAll;

    private final PaddedCounter received = new PaddedCounter();
    private final PaddedCounter failed = new PaddedCounter();
    private final PaddedCounter failedMeasured = new PaddedCounter();
    private final PaddedCounter foreign = new PaddedCounter();
    private final PaddedCounter unanswered = new PaddedCounter();
    private final PaddedCounter unansweredMeasured = new PaddedCounter();
    private final PaddedCounter answeredAgain = new PaddedCounter();

    private int producer;
    private long sequence;
    private long intendedNanos;
    private long entryNanos;
    private int key;
    private int answers;
    private volatile boolean stopped;
    private Sink<?>[] besides = {};

    /**
     * @param trackers one for each producer, shared by all services
     * @param inspector of what it consumes
     * @param publishers one for each load, whose producers follow one another
     * @param firstNumber of its answers on each lane
     * @param metersAll whether a message's work is all that is done for it, which takes two readings of the clock, or what the
     *     service does until it answers, which takes none
     */
    ServiceStage(
            int number,
            NanoClock clock,
            Window window,
            Supplies<T> supplies,
            Subscription subscription,
            long maxWaitNanos,
            SequenceTracker[] trackers,
            Inspector inspector,
            List<Publisher> publishers,
            long firstNumber,
            boolean metersAll,
            Failures failures) {
        this.number = number;
        this.mark = supplies.mark();
        this.clock = new CallClock(clock, roleName(), false, false, window);
        this.decoder = supplies.codec();
        this.encoder = supplies.codec();
        this.service = supplies.service();
        this.subscription = subscription;
        this.maxWaitNanos = maxWaitNanos;
        this.trackers = trackers;
        this.inspector = inspector;
        this.replies = new LaneNumbers[publishers.size()];
        this.keys = supplies.keyCount();
        Arrays.setAll(replies, load -> new LaneNumbers(number, publishers.get(load), keys > 0, firstNumber));
        this.producersOfEach = Math.max(1, trackers.length / replies.length);
        this.window = window;
        this.buffer = supplies.newBuffer();
        this.seal = supplies.seal();
        this.failures = failures;
        this.toService = new LatencyRecorder(window);
        this.slowest = new SlowestMessages(number, window);
        this.work = new WorkMeter(window);
        this.metersAll = metersAll;
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
        Trace trace = inspector.trace();
        trace.read(message, message.position());
        producer = trace.producer();
        key = trace.key();
        if (!inspector.accepts(producer, producer < trackers.length && knows(key))) {
            return;
        }
        long takenNanos = metersAll ? clock.polled(Call.SERVICE_POLL) : 0;
        sequence = trace.sequence();
        intendedNanos = trace.intendedNanos();
        int start = message.position() + TraceHeader.BYTES;
        message.position(start);
        int bytes = message.remaining();
        T event;
        try {
            event = decoder.decode(message);
        } catch (RuntimeException e) {
            inspector.passOver(message, start, bytes, producer, e);
            return;
        }
        entryNanos = clock.polled(Call.SERVICE_POLL);
        if (!inspector.areOrdered(producer, trace.stageNanos(), entryNanos)) {
            return;
        }
        // A service may write on the payload.
        inspector.verify(message, start, bytes, producer);
        received.increment();
        // What arrived is counted before its lane is seen to have come that far.
        boolean behind = inspector.arrive();
        answers = 0;
        service.onEvent(event, this);
        // Once the answer is on its way, which this would delay.
        if (trackers[producer].onArrival(sequence) == Arrival.FIRST) {
            toService.record(intendedNanos, entryNanos);
            if (behind) {
                inspector.outOfOrder();
            }
        }
        if (metersAll) {
            work.record(takenNanos, answers == 0 ? clock.nanoTime() : clock.published(Call.SERVICE_PUBLISH));
        }
        if (answers == 0) {
            unanswered.increment();
            unansweredMeasured.add(1 - window.warmsUp(intendedNanos));
            failures.unanswered(intendedNanos);
        } else if (answers > 1) {
            answeredAgain.increment();
        }
    }

    private boolean knows(int itsKey) {
        return keys == 0 || itsKey >= 0 && itsKey < keys;
    }

    /** The service's answer. Waits out back pressure: a service that cannot answer takes no further message either. */
    @Override
    public void accept(T answer) {
        answers++;
        long answerNanos = clock.nanoTime();
        long started = TraceHeader.start(buffer, mark, producer, sequence, intendedNanos, entryNanos, key);
        encoder.encode(answer, buffer);
        buffer.flip();
        long sum = seal.stamp(buffer, sequence, started);
        LaneNumbers lanes = replies[replies.length == 1 ? 0 : producer / producersOfEach];
        try {
            while (!lanes.publish(buffer, key, sum, intendedNanos)) {
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
            clock.answered();
        }
        slowest.record(producer, sequence, intendedNanos, entryNanos, entryNanos, answerNanos);
        if (!metersAll && answers == 1) {
            work.record(entryNanos, answerNanos);
        }
    }

    /** On a thread with the sinks, nobody but this one can have them take what the transport is full of. */
    private void waitForRoom() {
        for (Sink<?> sink : besides) {
            sink.doWork();
        }
        Thread.onSpinWait();
    }

    /** Says which sinks are on its own thread; before it runs. */
    void shareThreadWith(List<Sink<?>> sinks) {
        besides = sinks.toArray(Sink[]::new);
    }

    /** Gives up waiting for a transport that takes no more; any thread. */
    void stop() {
        stopped = true;
    }

    /** Shares the clock of its thread; before that runs. */
    void readsFrom(CallClock clockOfThread) {
        clock = clockOfThread;
    }

    @Override
    public String roleName() {
        return ThreadLayout.SERVICE + number;
    }

    LatencyRecorder toService() {
        return toService;
    }

    /** The slowest answers, from the service's entry. */
    SlowestMessages slowest() {
        return slowest;
    }

    /** What messages take of its thread. */
    WorkMeter work() {
        return work;
    }

    /** Messages of this run that it took, each as often as it came. */
    long received() {
        return received.get();
    }

    long failed() {
        return failed.get();
    }

    /** Of those, the answers to messages of the measured window. */
    long failedMeasured() {
        return failedMeasured.get();
    }

    Inspector inspector() {
        return inspector;
    }

    /** What it published on each lane, to the first load. */
    LaneNumbers lanes() {
        return replies[0];
    }

    long foreign() {
        return foreign.get();
    }

    /** Events that the service took and sent nothing for. */
    long unanswered() {
        return unanswered.get();
    }

    /** Of those, the events of the measured window. */
    long unansweredMeasured() {
        return unansweredMeasured.get();
    }

    /** Events that it sent more than one answer for. */
    long answeredAgain() {
        return answeredAgain.get();
    }
}
