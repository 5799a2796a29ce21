package io.twohop.transport.chronicle;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.Publisher;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * The thread that appends messages from the ring buffers to their queues. Faults end or pause it between two batches;
 * the rings belong to the process, so another thread can continue.
 */
final class Drainer implements Runnable, ProcessTarget, AutoCloseable {
    /** The drainer's name in faults. */
    static final String NAME = "drainer";

    private static final int SPINS = 1_000;
    private static final int YIELDS = 100;
    private static final long MIN_PARK_NANOS = 1_000;
    private static final long MAX_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final List<RingPublisher> publishers = new CopyOnWriteArrayList<>();
    private Thread thread;
    private volatile boolean ended;

    Drainer() {
        start();
    }

    Publisher publisher(QueueFiles queue, int ringBytes, Acknowledgements acknowledgements) {
        RingPublisher publisher = new RingPublisher(queue.newAppender(), ringBytes, acknowledgements);
        publishers.add(publisher);
        return publisher;
    }

    @Override
    public void run() {
        IdleStrategy idle = new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);
        while (!ended) {
            int work = 0;
            // By index: an iterator would be garbage of every turn.
            for (int i = 0; i < publishers.size(); i++) {
                work += publishers.get(i).drain();
            }
            idle.idle(work);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void start() {
        ended = false;
        publishers.forEach(RingPublisher::handOver);
        thread = new Thread(this, "chronicle-drainer");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void stop() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void kill() {
        stop();
    }

    @Override
    public void pause() {
        stop();
    }

    @Override
    public void resume() {
        start();
    }

    @Override
    public void close() {
        stop();
        publishers.forEach(RingPublisher::handOver);
        publishers.forEach(RingPublisher::closeAppender);
    }
}
