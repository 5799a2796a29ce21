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
    private static final int BATCH = 64;

    private record Arrival(long tag, AMQP.BasicProperties properties, byte[] data) {}

    /** The server, or the number of open requests, bounds its length. */
    private final BlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>();

    private final DirectCopy copy;
    private final Optional<Beside> beside;
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

    int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        Arrival arrival = next(maxWaitNanos);
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
