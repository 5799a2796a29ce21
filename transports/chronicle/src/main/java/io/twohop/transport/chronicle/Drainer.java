package io.twohop.transport.chronicle;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** The thread that appends what waits in the ring buffers to their queues. */
final class Drainer implements Runnable, AutoCloseable {
    private static final int SPINS = 1_000;
    private static final int YIELDS = 100;
    private static final long MIN_PARK_NANOS = 1_000;
    private static final long MAX_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final List<RingPublisher> publishers = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this, "chronicle-drainer");
    private volatile boolean closed;

    Drainer() {
        thread.setDaemon(true);
        thread.start();
    }

    Publisher publisher(QueueFiles queue, int ringBytes, Acknowledgements acknowledgements) {
        RingPublisher publisher = new RingPublisher(queue.newAppender(), ringBytes, acknowledgements);
        publishers.add(publisher);
        return publisher;
    }

    @Override
    public void run() {
        IdleStrategy idle = new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);
        while (!closed) {
            int work = 0;
            // By index: an iterator would be garbage of every turn.
            for (int i = 0; i < publishers.size(); i++) {
                work += publishers.get(i).drain();
            }
            idle.idle(work);
        }
        publishers.forEach(RingPublisher::closeAppender);
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
