package io.twohop.pipeline;

import io.twohop.account.Behind;
import io.twohop.account.ThreadLayout;
import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.measure.CallClock;
import io.twohop.measure.CallClock.Call;
import io.twohop.measure.Flow;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.Window;
import io.twohop.pipeline.header.LaneNumbers;
import io.twohop.pipeline.header.PayloadSeal;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.pipeline.key.MessageKeys;
import io.twohop.replay.FileRow;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/** Sends one producer's messages; when, is decided by what extends it. */
abstract class Generator<T> implements Agent {
    /** How many due messages are sent before other agents of the same thread get their turn. */
    private static final int BATCH = 8;

    /** After this number of failed publishes in a row none will succeed, unless a fault is meant to cause that. */
    private static final int HOPELESS = 1_000;

    private final int producer;
    private final int mark;
    private CallClock clock;
    private final EventSource<T> source;
    private final MessageKeys keys;

    /** Null where topics take turns. */
    private final FileRow topics;

    private final Codec<T> codec;
    private final Window window;
    private final LaneNumbers lanes;
    private final ByteBuffer buffer;
    private final PayloadSeal seal;
    private final Failures failures;
    private final MessageOutcomes outcomes;
    private final LatencyRecorder lateness;
    private final LatencyRecorder publish;
    private final Flow published;

    private final PaddedCounter scheduled = new PaddedCounter();
    private final PaddedCounter sent = new PaddedCounter();
    private final PaddedCounter failed = new PaddedCounter();
    private final PaddedCounter scheduledMeasured = new PaddedCounter();
    private final PaddedCounter failedMeasured = new PaddedCounter();

    private long sequence;
    private int key;
    private long sum;
    private long intendedNanos;
    private long begunNanos;
    private long offeredNanos;
    private boolean encoded;
    private boolean pushedBack;
    private int failedInARow;
    private volatile boolean finished;

    Generator(
            int producer,
            NanoClock clock,
            Window window,
            Supplies<T> supplies,
            Publisher publisher,
            Failures failures,
            MessageOutcomes outcomes) {
        this.producer = producer;
        this.mark = supplies.mark();
        this.clock = new CallClock(clock, roleName(), false, true, window);
        this.source = supplies.source(producer);
        this.codec = supplies.codec();
        this.window = window;
        this.lanes = new LaneNumbers(producer, publisher, supplies.keyCount() > 0);
        this.keys = supplies.keys(producer);
        this.topics = supplies.topics(producer);
        this.buffer = supplies.newBuffer();
        this.seal = supplies.seal();
        this.failures = failures;
        this.outcomes = outcomes;
        this.lateness = new LatencyRecorder(window);
        this.publish = new LatencyRecorder(window);
        this.published = new Flow(window);
    }

    @Override
    public int doWork() {
        if (finished) {
            return 0;
        }
        long nowNanos = clock.polled(Call.EMPTY_POLL);
        int work = 0;
        while (work < BATCH && (encoded || isDue(nowNanos))) {
            if (!encoded) {
                begin(nowNanos);
            }
            if (!offer()) {
                break;
            }
            nowNanos = offeredNanos;
            encoded = false;
            sequence++;
            work++;
            afterSending();
        }
        return work;
    }

    /**
     * Whether the next message is to be sent now. Sets its {@link #intended} time if it is; ends the generator by {@link
     * #finish} when there is none to come.
     */
    abstract boolean isDue(long nowNanos);

    /** A message was sent or passed over. */
    abstract void afterSending();

    /** What is recorded of a message is recorded once it is on its way, so as not to delay it. */
    private void begin(long nowNanos) {
        begunNanos = nowNanos;
        scheduled.increment();
        scheduledMeasured.add(measured());
        outcomes.begin(intendedNanos);
        pushedBack = false;
        key = keys.key(producer, sequence);
        long started = TraceHeader.start(buffer, mark, producer, sequence, intendedNanos, nowNanos, key);
        codec.encode(source.next(sequence, intendedNanos), buffer);
        buffer.flip();
        sum = seal.stamp(buffer, sequence, started);
        encoded = true;
    }

    /** False on back pressure. A message that cannot be published is counted and passed over. */
    private boolean offer() {
        try {
            if (topics != null) {
                lanes.toTopic(topics.topic());
            }
            if (!lanes.publish(buffer, key, sum, intendedNanos)) {
                pushedBack();
                return false;
            }
        } catch (RuntimeException e) {
            failed.increment();
            failedMeasured.add(measured());
            offeredNanos = clock.nanoTime();
            lateness.record(intendedNanos, begunNanos);
            failures.requestFailed(intendedNanos, e);
            if (++failedInARow == HOPELESS && !outcomes.areKept()) {
                finished = true;
                throw new IllegalStateException(HOPELESS + " messages in a row could not be published: " + e, e);
            }
            return true;
        }
        offeredNanos = clock.published(Call.GENERATOR_PUBLISH);
        lateness.record(intendedNanos, begunNanos);
        publish.record(intendedNanos, offeredNanos);
        published.record(intendedNanos, buffer.remaining() - TraceHeader.BYTES, intendedNanos, offeredNanos);
        sent.increment();
        failedInARow = 0;
        return true;
    }

    /** 1 for a message of the measured window, 0 for one of warm-up. */
    private int measured() {
        return 1 - window.warmsUp(intendedNanos);
    }

    private void pushedBack() {
        if (!pushedBack && outcomes.areKept()) {
            pushedBack = true;
            outcomes.refuse(clock.nanoTime());
        }
    }

    /** The message at hand was due and is not begun any more. */
    final void passOver() {
        outcomes.begin(intendedNanos);
    }

    /** When the next message should be sent, or should have been. */
    final void intended(long nanos) {
        intendedNanos = nanos;
    }

    /** Whether the message at hand was begun and not taken yet; its own thread, or once it has ended. */
    final boolean isOffering() {
        return encoded;
    }

    /** There is no further message. */
    final void finish() {
        finished = true;
    }

    /** How many messages were sent or passed over; its own thread only. */
    final long sequence() {
        return sequence;
    }

    /** How many could not be published since the last one that could; its own thread only. */
    final int failedInARow() {
        return failedInARow;
    }

    /** Shares the clock of its thread; before that runs. */
    final void readsFrom(CallClock clockOfThread) {
        clock = clockOfThread;
    }

    @Override
    public String roleName() {
        return ThreadLayout.GENERATOR + producer;
    }

    LatencyRecorder lateness() {
        return lateness;
    }

    LatencyRecorder publish() {
        return publish;
    }

    /** What the transport took. */
    Flow published() {
        return published;
    }

    long scheduled() {
        return scheduled.get();
    }

    long sent() {
        return sent.get();
    }

    long failed() {
        return failed.get();
    }

    /** Of those scheduled so far, the ones of the measured window. */
    long scheduledMeasured() {
        return scheduledMeasured.get();
    }

    /** Of those that could not be published, the ones of the measured window. */
    long failedMeasured() {
        return failedMeasured.get();
    }

    /** What it published on each lane. */
    LaneNumbers lanes() {
        return lanes;
    }

    /** Counts what was due by a time and not even begun; once the thread has ended, and once. */
    Behind behind(long nowNanos) {
        return Behind.NOTHING;
    }

    /** When the next message is due, as far as that is known; its own thread only. */
    long dueNanos() {
        return intendedNanos;
    }

    boolean finished() {
        return finished;
    }
}
