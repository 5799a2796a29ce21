package io.twohop.transport.jms;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Hands each message of several consumers, whichever has one first, to the thread that polls. {@code receive} waits for one consumer, so
 * messages of the others would wait meanwhile. The session's thread waits until its message was handled, since it has to acknowledge it.
 */
final class Arrivals implements MessageListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Consumer<Message> handled;
    private Message message;
    private boolean closed;

    /** @param handled is given each message that was handled, on the session's thread */
    Arrivals(Consumer<Message> handled) {
        this.handled = handled;
    }

    @Override
    public void onMessage(Message arrived) {
        lock.lock();
        try {
            message = arrived;
            changed.signalAll();
            while (message != null && !closed) {
                changed.awaitUninterruptibly();
            }
            if (message != null) {
                // The provider delivers it to another.
                throw new IllegalStateException("closed");
            }
        } finally {
            lock.unlock();
        }
        handled.accept(arrived);
    }

    /**
     * Handles the next message. The thread that polls.
     *
     * @param handler may throw; then the message stays
     * @return whether there was one within the time
     */
    boolean take(long maxWaitNanos, Consumer<Message> handler) {
        Message next = await(maxWaitNanos);
        if (next == null) {
            return false;
        }
        handler.accept(next);
        lock.lock();
        try {
            message = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return true;
    }

    private Message await(long maxWaitNanos) {
        lock.lock();
        try {
            long left = maxWaitNanos;
            while (message == null && left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
            return message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the session's thread go, which its connection waits for at closing. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
