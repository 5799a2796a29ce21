package io.twohop.measure;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.collections.LongArrayList;

/**
 * What became of each message of a run that faults are done to. A message is known by its intended time, which several of a
 * burst may share. Written by the measuring threads, without waiting or allocating but for what a fault causes; read once
 * they have ended.
 */
public final class MessageOutcomes {
    /** Keeps nothing. */
    public static final MessageOutcomes NONE = new MessageOutcomes(0);

    /** Of an arrival it is kept what was due when, when it came and on which lane. */
    private static final int ARRIVAL = 3;

    /** A service that answers little would fill its memory with them. */
    private static final int MOST_DROPPED = 1 << 21;

    private final Log begun;
    private final Log acknowledged;
    private final Log arrived;
    private final LongArrayList refusedAt = new LongArrayList();
    private final LongArrayList failed = new LongArrayList();
    private final LongArrayList repliesFailed = new LongArrayList();
    private final LongArrayList dropped = new LongArrayList();
    private final LongArrayList duplicated = new LongArrayList();
    private final LongArrayList outOfOrder = new LongArrayList();

    /** @param messages how many there will be at most; 0 to keep nothing */
    public MessageOutcomes(int messages) {
        begun = new Log(messages);
        acknowledged = new Log(messages);
        arrived = new Log(ARRIVAL * messages);
    }

    /** Whether anything is kept. */
    public boolean areKept() {
        return begun.capacity() > 0;
    }

    /** The schedule held it; the generator's thread. */
    public void begin(long intendedNanos) {
        begun.add(intendedNanos);
    }

    /** The transport pushed it back, for the first time; the generator's thread, where {@link #areKept}. */
    public void refuse(long nowNanos) {
        add(refusedAt, nowNanos);
    }

    /** The transport refused it for good, or reported it as failed; any thread. */
    public void fail(long intendedNanos) {
        if (areKept()) {
            add(failed, intendedNanos);
        }
    }

    /** The same of its answer; any thread. */
    public void failReply(long intendedNanos) {
        if (areKept()) {
            add(repliesFailed, intendedNanos);
        }
    }

    /** The service took it and did not answer; any thread. */
    public void drop(long intendedNanos) {
        if (areKept() && dropped.size() < MOST_DROPPED) {
            add(dropped, intendedNanos);
        }
    }

    /** The transport acknowledged it; any thread. */
    public void acknowledge(long intendedNanos) {
        acknowledged.add(intendedNanos);
    }

    /**
     * It reached a sink for the first time; a sink's thread.
     *
     * @param lane the topic, partition or subject of the last hop
     */
    public void arrive(long intendedNanos, int lane, long nowNanos) {
        arrived.add(intendedNanos, nowNanos, lane);
    }

    /** It reached a sink again; a sink's thread. */
    public void arriveAgain(long intendedNanos) {
        if (areKept()) {
            add(duplicated, intendedNanos);
        }
    }

    /** It reached a sink behind a later one of its producer; a sink's thread. */
    public void arriveOutOfOrder(long intendedNanos) {
        if (areKept()) {
            add(outOfOrder, intendedNanos);
        }
    }

    private static void add(LongArrayList list, long value) {
        synchronized (list) {
            list.addLong(value);
        }
    }

    private static long[] copy(LongArrayList list) {
        synchronized (list) {
            return list.toLongArray();
        }
    }

    /** Intended times of all that were scheduled. */
    public long[] begun() {
        return begun.copy(0, 1);
    }

    /** Intended times of what was acknowledged. */
    public long[] acknowledged() {
        return acknowledged.copy(0, 1);
    }

    /** Intended times of what arrived, each message once. */
    public long[] arrived() {
        return arrived.copy(0, ARRIVAL);
    }

    /** When each of {@link #arrived} did. */
    public long[] arrivedAt() {
        return arrived.copy(1, ARRIVAL);
    }

    /** The lane of the last hop that each of {@link #arrived} came by. */
    public int[] arrivedOn() {
        return Arrays.stream(arrived.copy(2, ARRIVAL))
                .mapToInt(Math::toIntExact)
                .toArray();
    }

    /** When messages were pushed back. */
    public long[] refusedAt() {
        return copy(refusedAt);
    }

    /** Intended times of what failed, as its sender knows. */
    public long[] failed() {
        return copy(failed);
    }

    /** Intended times of those whose answer failed, as the service knows. */
    public long[] repliesFailed() {
        return copy(repliesFailed);
    }

    /** Intended times of what the service did not answer. */
    public long[] dropped() {
        return copy(dropped);
    }

    /** Intended times of what arrived again. */
    public long[] duplicated() {
        return copy(duplicated);
    }

    /** Intended times of what arrived out of order. */
    public long[] outOfOrder() {
        return copy(outOfOrder);
    }

    /** Numbers, or groups of them, in the order in which they came. */
    private static final class Log {
        private final AtomicLongArray values;
        private final AtomicInteger next = new AtomicInteger();

        Log(int capacity) {
            values = new AtomicLongArray(capacity);
        }

        int capacity() {
            return values.length();
        }

        void add(long value) {
            if (values.length() > 0) {
                set(next.getAndIncrement(), value);
            }
        }

        void add(long first, long second, long third) {
            if (values.length() > 0) {
                int place = next.getAndAdd(ARRIVAL);
                set(place, first);
                set(place + 1, second);
                set(place + 2, third);
            }
        }

        private void set(int place, long value) {
            if (place < values.length()) {
                values.setRelease(place, value);
            }
        }

        /** Every step-th number from a place on. */
        long[] copy(int from, int step) {
            int size = Math.min(next.get(), values.length());
            long[] copy = new long[size / step];
            for (int i = 0; i < copy.length; i++) {
                copy[i] = values.getAcquire(i * step + from);
            }
            return copy;
        }
    }
}
