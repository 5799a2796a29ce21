package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.event.EventSource;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.Window;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Sends one producer's messages at their intended times. It never skips one and never moves one: when it falls behind, it
 * sends what is due as fast as the transport takes it, and every latency still counts from the intended time.
 */
final class Generator<T> implements Agent {
    /** How many due messages are sent before other agents of the same thread get their turn. */
    private static final int BATCH = 8;

    /** So many messages in a row that cannot be published mean that none will be. */
    private static final int HOPELESS = 1_000;

    private final int producer;
    private final int mark;
    private final NanoClock clock;
    private final Window window;
    private final Schedule schedule;
    private final EventSource<T> source;
    private final Codec<T> codec;
    private final Publisher publisher;
    private final ByteBuffer buffer;
    private final Failures failures;
    private final LatencyRecorder lateness;
    private final LatencyRecorder publish;

    private final PaddedCounter scheduled = new PaddedCounter();
    private final PaddedCounter sent = new PaddedCounter();
    private final PaddedCounter failed = new PaddedCounter();

    private long sequence;
    private long intendedNanos;
    private boolean encoded;
    private int failedInARow;
    private volatile boolean finished;

    Generator(
            int producer,
            NanoClock clock,
            Window window,
            Schedule schedule,
            Messages<T> messages,
            Publisher publisher,
            Failures failures) {
        this.producer = producer;
        this.mark = messages.mark();
        this.clock = clock;
        this.window = window;
        this.schedule = schedule;
        this.source = messages.type().source(producer);
        this.codec = messages.codecs().get();
        this.publisher = publisher;
        this.buffer = messages.newBuffer();
        this.failures = failures;
        this.lateness = new LatencyRecorder(window);
        this.publish = new LatencyRecorder(window);
        nextIntended();
    }

    @Override
    public int doWork() {
        if (finished) {
            return 0;
        }
        long nowNanos = clock.nanoTime();
        int work = 0;
        while (work < BATCH && nowNanos - intendedNanos >= 0 && !finished) {
            if (!encoded) {
                begin(nowNanos);
            }
            if (!offer()) {
                break;
            }
            nowNanos = clock.nanoTime();
            publish.record(intendedNanos, nowNanos);
            encoded = false;
            sequence++;
            nextIntended();
            work++;
        }
        return work;
    }

    private void begin(long nowNanos) {
        lateness.record(intendedNanos, nowNanos);
        scheduled.increment();
        TraceHeader.start(buffer, mark, producer, sequence, intendedNanos, 0);
        codec.encode(source.next(sequence, intendedNanos), buffer);
        buffer.flip();
        encoded = true;
    }

    /** False on back pressure. A message that cannot be published is counted and passed over. */
    private boolean offer() {
        try {
            if (!publisher.publish(buffer, intendedNanos)) {
                return false;
            }
            sent.increment();
            failedInARow = 0;
        } catch (RuntimeException e) {
            failed.increment();
            failures.publishFailed(e);
            if (++failedInARow == HOPELESS) {
                finished = true;
                throw new IllegalStateException(HOPELESS + " messages in a row could not be published: " + e, e);
            }
        }
        return true;
    }

    private void nextIntended() {
        intendedNanos = window.startNanos() + schedule.nextOffsetNanos();
        if (intendedNanos - window.measureEndNanos() >= 0) {
            finished = true;
        }
    }

    @Override
    public String roleName() {
        return "generator-" + producer;
    }

    LatencyRecorder lateness() {
        return lateness;
    }

    LatencyRecorder publish() {
        return publish;
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

    /** When the next message is due; its own thread only. */
    long dueNanos() {
        return intendedNanos;
    }

    boolean finished() {
        return finished;
    }
}
