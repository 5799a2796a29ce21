package io.twohop.jmh.bare;

import io.twohop.event.OrderEvent;
import io.twohop.event.OrderEventType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * The messages to send, and those received. One thread sends and one receives; they may be the same. Without a rate, the loop is closed:
 * up to {@link #IN_FLIGHT} messages are in flight, as many as TwoHop's.
 */
final class BareLoad {
    /** TwoHop's default for {@code inFlight}. */
    private static final int IN_FLIGHT = 1_000;

    /** A sleeping generator wakes late, so it yields for the rest. */
    private static final long FAR_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private static final long EARLY_NANOS = TimeUnit.MICROSECONDS.toNanos(150);
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final double nanosPerMessage;
    private final long messages;
    private final OrderEvent event = new OrderEventType().source(1).next(0, 0);
    private final Histogram latencies = new Histogram(TimeUnit.HOURS.toNanos(1), 3);
    private final Duration warmup;
    private final Duration duration;

    private long startNanos;
    private long measureNanos;
    private long endNanos;
    private long dueNanos;
    private long sent;
    private long received;
    private long lastNanos;
    private volatile boolean complete;

    /** @param rate messages per second; 0 for a closed loop, which sends and receives on one thread */
    BareLoad(double rate, Duration warmup, Duration duration) {
        nanosPerMessage = rate > 0 ? TimeUnit.SECONDS.toNanos(1) / rate : 0;
        messages = rate > 0 ? (long) Math.ceil(warmup.plus(duration).toNanos() / nanosPerMessage) : Long.MAX_VALUE;
        this.warmup = warmup;
        this.duration = duration;
    }

    /** Starts the schedule, once the client is connected; before its threads start. */
    void begin() {
        startNanos = System.nanoTime();
        measureNanos = startNanos + warmup.toNanos();
        endNanos = measureNanos + duration.toNanos();
        dueNanos = startNanos;
    }

    private boolean isClosedLoop() {
        return nanosPerMessage == 0;
    }

    boolean isDue(long nowNanos) {
        if (isClosedLoop()) {
            dueNanos = nowNanos;
            return nowNanos - endNanos < 0 && sent - received < IN_FLIGHT;
        }
        return nowNanos - dueNanos >= 0 && sent < messages;
    }

    /** Returns the message that is due. */
    OrderEvent next() {
        event.traceSequence = sent;
        event.traceNanos = dueNanos;
        sent++;
        dueNanos = startNanos + (long) (sent * nanosPerMessage);
        return event;
    }

    /** A turn of a consumer's thread, which waits for messages some milliseconds at most. */
    @FunctionalInterface
    interface Turn {
        void take() throws Exception;
    }

    /**
     * Sends each message when it is due, while a service and a sink take turns on threads of their own. Returns when all messages have
     * arrived and both threads have ended.
     */
    void run(Consumer<OrderEvent> publish, Turn service, Turn sink) throws InterruptedException {
        begin();
        List<Thread> consumers = List.of(consumer("service", service), consumer("sink", sink));
        while (sent < messages) {
            long leftNanos = dueNanos - System.nanoTime();
            if (leftNanos > FAR_NANOS) {
                LockSupport.parkNanos(leftNanos - EARLY_NANOS);
            } else if (leftNanos > 0) {
                Thread.yield();
            } else {
                publish.accept(next());
            }
        }
        for (Thread consumer : consumers) {
            consumer.join();
        }
        if (!isComplete(System.nanoTime())) {
            throw new IllegalStateException(sent + " messages sent, " + received + " received");
        }
    }

    /** Starts a thread. If it fails, messages are missing. */
    private Thread consumer(String name, Turn turn) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (!isComplete(System.nanoTime())) {
                            turn.take();
                        }
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void arrive(OrderEvent arrived, long nowNanos) {
        if (arrived.traceSequence != received) {
            throw new IllegalStateException("message " + arrived.traceSequence + " arrived, expected " + received);
        }
        received++;
        lastNanos = nowNanos;
        if (arrived.traceNanos - measureNanos >= 0) {
            latencies.recordValue(nowNanos - arrived.traceNanos);
        }
        if (received == messages) {
            complete = true;
        }
    }

    /**
     * Returns whether every message has arrived.
     *
     * @throws IllegalStateException if some have not, long after the last one was due
     */
    boolean isComplete(long nowNanos) {
        if (nowNanos - endNanos > DRAIN_NANOS && !complete) {
            throw new IllegalStateException(sent + " of " + messages + " messages sent, " + received + " received");
        }
        return complete || isClosedLoop() && received == sent && nowNanos - endNanos >= 0;
    }

    /** Returns the outcome, after the last message. */
    BareResult result() {
        return new BareResult(
                latencies.getTotalCount(),
                latencies.getTotalCount() * (double) TimeUnit.SECONDS.toNanos(1) / (lastNanos - measureNanos),
                latencies.getValueAtPercentile(50),
                latencies.getValueAtPercentile(99));
    }
}
