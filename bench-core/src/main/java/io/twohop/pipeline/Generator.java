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
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** Sends one producer's messages. Subclasses decide when. */
abstract class Generator<T> implements Task {
    /** Most messages sent before the other tasks of the thread get their turn. */
    private static final int BATCH = 8;

    /** Failed publishes in a row after which none will succeed, unless a fault is meant to cause that. */
    private static final int HOPELESS = 1_000;

    private static final int PENDING_FIELDS = 4;

    private final int producer;
    private final int mark;
    private CallClock clock;
    private final EventSource<T> source;
    private final MessageKeys keys;
    private final MessageTopics topics;
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

    private final Pending pending = new Pending(PENDING_FIELDS);
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

    /** @param number its number within the process, from 0 */
    Generator(int number, Shared<T> shared, Publisher publisher) {
        Supplies<T> supplies = shared.supplies();
        this.producer = supplies.producer(number);
        this.mark = supplies.mark();
        this.clock = new CallClock(shared.clock(), roleName(), false, true, shared.window());
        this.source = supplies.source(number);
        this.codec = supplies.codec();
        this.window = shared.window();
        this.lanes = supplies.lanes(producer, publisher, 0);
        this.keys = supplies.keys(number);
        this.topics = supplies.topics(number);
        this.buffer = supplies.newBuffer();
        this.seal = supplies.seal();
        this.failures = shared.failures();
        this.outcomes = shared.outcomes();
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
     * Returns whether the next message is to be sent now. Sets its {@link #intended} time if so; calls {@link
     * #finish} when no message is left.
     */
    abstract boolean isDue(long nowNanos);

    /** Prepares for the next message; after one was sent or passed over. */
    abstract void afterSending();

    /** Encodes the next message. Most of its recording waits until it is published, which recording would delay. */
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

    /**
     * Publishes the message at hand; false on back pressure. A message that cannot be published is counted and passed
     * over.
     */
    private boolean offer() {
        try {
            topics.choose(lanes);
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
        sent.increment();
        putOff();
        failedInARow = 0;
        return true;
    }

    /** Keeps what {@link #settle} records: recording it now would delay a message that a task of the same thread receives. */
    private void putOff() {
        int at = pending.add();
        long[] row = pending.numbers();
        row[at] = intendedNanos;
        row[at + 1] = begunNanos;
        row[at + 2] = offeredNanos;
        row[at + 3] = buffer.remaining() - TraceHeader.BYTES;
        if (pending.isFull()) {
            settle();
        }
    }

    @Override
    public final void settle() {
        long[] row = pending.numbers();
        int end = pending.clear();
        for (int at = 0; at < end; at += PENDING_FIELDS) {
            long intended = row[at];
            long offered = row[at + 2];
            lateness.record(intended, row[at + 1]);
            publish.record(intended, offered);
            outcomes.send(intended, offered);
            published.record(intended, (int) row[at + 3], intended, offered);
        }
    }

    /** Returns 1 for a message of the measured window, 0 for one of warm-up. */
    private int measured() {
        return 1 - window.warmsUp(intendedNanos);
    }

    private void pushedBack() {
        if (!pushedBack && outcomes.areKept()) {
            pushedBack = true;
            outcomes.refuse(clock.nanoTime());
        }
    }

    /** Notes a message that was due and will not be sent. */
    final void passOver() {
        outcomes.begin(intendedNanos);
    }

    @Override
    public final boolean sends() {
        return true;
    }

    @Override
    public abstract IdleStrategy parked(NanoClock clockOfThread);

    final void intended(long nanos) {
        intendedNanos = nanos;
    }

    /** Returns whether the message at hand was begun and not taken yet; its own thread, or once it has ended. */
    final boolean isOffering() {
        return encoded;
    }

    final void finish() {
        finished = true;
    }

    /** Returns how many messages were sent or passed over; its own thread only. */
    final long sequence() {
        return sequence;
    }

    /** Returns how many publishes failed in a row; its own thread only. */
    final int failedInARow() {
        return failedInARow;
    }

    @Override
    public final void readsFrom(CallClock clockOfThread) {
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

    long scheduledMeasured() {
        return scheduledMeasured.get();
    }

    long failedMeasured() {
        return failedMeasured.get();
    }

    LaneNumbers lanes() {
        return lanes;
    }

    /** Counts the messages that were due by a time and not begun; once the thread has ended, and once. */
    Behind behind(long nowNanos) {
        return Behind.NOTHING;
    }

    /** Returns when the next message is due, as far as that is known; its own thread only. */
    long dueNanos() {
        return intendedNanos;
    }

    boolean finished() {
        return finished;
    }
}
