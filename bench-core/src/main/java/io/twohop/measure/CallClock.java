package io.twohop.measure;

import io.twohop.measure.SlowestMessages.Slow;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * The clock of a thread's tasks. It keeps the slowest calls of the transport, each from the reading before the call
 * to the reading after it. One thread reads it, without waiting or allocating; the monitor drains.
 */
public final class CallClock implements NanoClock {
    /** Shorter calls are not kept. */
    public static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

    private final NanoClock clock;
    private final String thread;
    private final boolean timesPolls;
    private final boolean readWhenIdle;
    private final SlowestMessages slowest;
    private long lastNanos;
    private boolean hasAnswered;

    /** A call of the transport and its caller. A publish includes encoding the message, a poll includes decoding it. */
    public enum Call {
        GENERATOR_PUBLISH("publish by the generator"),
        SERVICE_PUBLISH("publish by the service"),
        /** A publish and the poll after it, timed as one interval. */
        SERVICE_PUBLISH_OR_POLL("publish or poll by the service"),
        SERVICE_POLL("poll by the service"),
        SINK_POLL("poll by the sink"),
        EMPTY_POLL("poll");

        private static final List<Call> ALL = List.of(values());
        private final String text;

        Call(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public record SlowCall(String thread, Call call, long startNanos, long endNanos) {}

    /**
     * @param timesPolls whether polls neither block nor alternate with sleeps, so that a long one is the transport's doing
     * @param readWhenIdle whether a task of the thread reads the clock even if there is nothing to do
     */
    public CallClock(NanoClock clock, String thread, boolean timesPolls, boolean readWhenIdle, Window window) {
        this.clock = clock;
        this.thread = thread;
        this.timesPolls = timesPolls;
        this.readWhenIdle = readWhenIdle;
        this.slowest = new SlowestMessages(0, window);
        this.lastNanos = clock.nanoTime();
    }

    /** Returns the time when no call of the transport came before. */
    @Override
    public long nanoTime() {
        lastNanos = clock.nanoTime();
        hasAnswered = false;
        return lastNanos;
    }

    /** Returns the time after encoding and publishing. */
    public long published(Call call) {
        long nowNanos = clock.nanoTime();
        keep(call, nowNanos);
        lastNanos = nowNanos;
        hasAnswered = false;
        return nowNanos;
    }

    /**
     * Notes that the service published. If polls are timed, the reading after the next poll ends this call too: a
     * reading costs 30 ns.
     */
    public void answered() {
        if (timesPolls) {
            hasAnswered = true;
        } else {
            published(Call.SERVICE_PUBLISH);
        }
    }

    /** Returns the time after polling and decoding. */
    public long polled(Call call) {
        long nowNanos = clock.nanoTime();
        if (timesPolls) {
            keep(hasAnswered ? Call.SERVICE_PUBLISH_OR_POLL : call, nowNanos);
            hasAnswered = false;
        }
        lastNanos = nowNanos;
        return nowNanos;
    }

    /** Notes a poll without a message. */
    public void polledInVain() {
        if (!readWhenIdle) {
            polled(Call.EMPTY_POLL);
        }
    }

    private void keep(Call call, long nowNanos) {
        if (nowNanos - lastNanos >= SHORTEST_NANOS) {
            slowest.record(call.ordinal(), 0, nowNanos, lastNanos, 0, nowNanos);
        }
    }

    /** Returns the slowest calls up to the call before the last one; the monitor only. */
    public List<SlowCall> drain() {
        return calls(slowest.drain());
    }

    /** Takes all that is left. The monitor only, once the thread has stopped. */
    public List<SlowCall> drainStopped() {
        return calls(slowest.drainStopped());
    }

    private List<SlowCall> calls(List<Slow> slow) {
        return slow.stream()
                .map(call -> new SlowCall(thread, Call.ALL.get(call.producer()), call.fromNanos(), call.endNanos()))
                .toList();
    }
}
