package io.twohop.transport.aeron;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** The thread that acknowledges messages once the archive has recorded them. */
final class Acknowledger implements Runnable, AutoCloseable {
    private static final int SPINS = 1_000;
    private static final int YIELDS = 100;
    private static final long MIN_PARK_NANOS = 1_000;
    private static final long MAX_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final List<PendingMessages> pending = new CopyOnWriteArrayList<>();
    private final Thread thread = new Thread(this, "aeron-acknowledger");
    private volatile boolean closed;

    Acknowledger() {
        thread.setDaemon(true);
    }

    /** Settles these messages as well; the first call starts the thread. */
    synchronized void add(PendingMessages messages) {
        pending.add(messages);
        if (pending.size() == 1) {
            thread.start();
        }
    }

    @Override
    public void run() {
        IdleStrategy idle = new BackoffIdleStrategy(SPINS, YIELDS, MIN_PARK_NANOS, MAX_PARK_NANOS);
        while (!closed) {
            int work = 0;
            // By index: an iterator would be garbage of every turn.
            for (int i = 0; i < pending.size(); i++) {
                work += pending.get(i).settle();
            }
            idle.idle(work);
        }
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
