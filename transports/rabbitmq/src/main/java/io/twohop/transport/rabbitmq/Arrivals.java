package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.kit.DirectCopy;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Messages that the client's threads have received, for the one thread that polls. */
final class Arrivals {
    /** Most messages that one poll hands out. */
    static final int BATCH = 64;

    private record Arrival(long tag, AMQP.BasicProperties properties, byte[] data) {}

    /** The server, or the number of open requests, bounds its length. */
    private final BlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>();

    private final DirectCopy copy;
    private final Optional<Beside> beside;
    private Arrival first;
    private long lastTag;

    /** @param beside hands out the properties of replies; empty for messages of the run's own */
    Arrivals(int maxMessageBytes, Optional<Beside> beside) {
        copy = new DirectCopy(maxMessageBytes);
        this.beside = beside;
    }

    void add(long tag, AMQP.BasicProperties properties, byte[] data) {
        waiting.add(new Arrival(tag, properties, data));
    }

    void clear() {
        waiting.clear();
    }

    /** Waits for a message; the thread that polls. */
    boolean await(long maxWaitNanos) {
        if (first == null) {
            first = next(maxWaitNanos);
        }
        return first != null;
    }

    int poll(MessageHandler handler, long maxWaitNanos) {
        return await(maxWaitNanos) ? hand(handler) : 0;
    }

    /** Hands out messages that have arrived, of which {@link #await} has found one. */
    int hand(MessageHandler handler) {
        int count = 0;
        Arrival arrival = first;
        first = null;
        while (arrival != null) {
            if (beside.isPresent()) {
                handler.beside(beside.get().of(arrival.properties()));
            }
            handler.onMessage(copy.of(arrival.data()));
            lastTag = arrival.tag();
            arrival = ++count < BATCH ? waiting.poll() : null;
        }
        return count;
    }

    private Arrival next(long maxWaitNanos) {
        try {
            return maxWaitNanos == 0 ? waiting.poll() : waiting.poll(maxWaitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Returns the delivery tag of the last message that was handed out. */
    long lastTag() {
        return lastTag;
    }
}
