package io.twohop.testing;

import io.twohop.transport.MessageHandler;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.NanoClock;

/** Copies of messages, each delivered when it is due, and in their order where several are due at once. Any thread. */
public final class DelayedMessages {
    private final NanoClock clock;
    private final AtomicLong order = new AtomicLong();
    private final PriorityBlockingQueue<Parcel> parcels = new PriorityBlockingQueue<>();

    /** Reused buffers: with a direct buffer for each message, collecting them would take milliseconds. */
    private final Queue<ByteBuffer> free = new ConcurrentLinkedQueue<>();

    public DelayedMessages(NanoClock clock) {
        this.clock = clock;
    }

    private record Parcel(long atNanos, long order, ByteBuffer message) implements Comparable<Parcel> {
        @Override
        public int compareTo(Parcel other) {
            int byTime = Long.compare(atNanos - other.atNanos, 0);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    public void add(ByteBuffer message, long atNanos) {
        ByteBuffer copy = free.poll();
        if (copy == null || copy.capacity() < message.remaining()) {
            copy = ByteBuffer.allocateDirect(message.remaining()).order(ByteOrder.nativeOrder());
        }
        parcels.add(new Parcel(
                atNanos,
                order.getAndIncrement(),
                copy.clear().put(message.duplicate()).flip()));
    }

    /** Hands over the next one that is due; returns how many that were. */
    public int poll(MessageHandler handler) {
        Parcel next = parcels.peek();
        if (next == null || next.atNanos() - clock.nanoTime() > 0) {
            return 0;
        }
        ByteBuffer message = parcels.remove().message();
        handler.onMessage(message);
        free.add(message);
        return 1;
    }
}
