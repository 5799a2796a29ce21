package io.twohop.measure;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.collections.LongArrayList;

/**
 * The endings of each message of a run with faults. A message is known by its intended time, which several of a burst
 * may share. The measuring threads write without waiting, and allocate only when a fault takes effect; read it once
 * they have ended.
 */
public final class MessageOutcomes {
    /** Outcomes of a run without faults: nothing is kept. */
    public static final MessageOutcomes NONE = new MessageOutcomes(0);

    /** Number of longs of an arrival: intended time, time of arrival and lane. */
    private static final int ARRIVAL = 3;

    /** Number of longs of a message that was sent or acknowledged: intended time and time of the event. */
    private static final int EVENT = 2;

    /** Most dropped messages that are kept: a service that rarely answers would fill its memory. */
    private static final int MOST_DROPPED = 1 << 21;

    private final int acknowledgement;
    private final Log begun;
    private final Log sent;
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
        this(messages, false);
    }

    /**
     * @param messages how many there will be at most; 0 to keep nothing
     * @param stopsConsumers whether to keep when each message was sent and acknowledged, which only a backlog needs
     */
    public MessageOutcomes(int messages, boolean stopsConsumers) {
        acknowledgement = stopsConsumers ? EVENT : 1;
        begun = new Log(messages);
        sent = new Log(stopsConsumers ? EVENT * messages : 0);
        acknowledged = new Log(acknowledgement * messages);
        arrived = new Log(ARRIVAL * messages);
    }

    public boolean areKept() {
        return begun.capacity() > 0;
    }

    /** Notes a scheduled message; the generator's thread. */
    public void begin(long intendedNanos) {
        begun.add(intendedNanos);
    }

    /** Notes a message that the transport took; the generator's thread. */
    public void send(long intendedNanos, long nowNanos) {
        sent.add(intendedNanos, nowNanos);
    }

    /** Notes a message's first back pressure; the generator's thread, if {@link #areKept}. */
    public void refuse(long nowNanos) {
        add(refusedAt, nowNanos);
    }

    /** Notes a message that the transport refused for good or reported as failed; any thread. */
    public void fail(long intendedNanos) {
        if (areKept()) {
            add(failed, intendedNanos);
        }
    }

    /** Notes a message whose answer failed; any thread. */
    public void failReply(long intendedNanos) {
        if (areKept()) {
            add(repliesFailed, intendedNanos);
        }
    }

    /** Notes a message that the service took and did not answer; any thread. */
    public void drop(long intendedNanos) {
        if (areKept() && dropped.size() < MOST_DROPPED) {
            add(dropped, intendedNanos);
        }
    }

    /** Notes an acknowledged message; any thread. */
    public void acknowledge(long intendedNanos, long nowNanos) {
        if (acknowledgement == EVENT) {
            acknowledged.add(intendedNanos, nowNanos);
        } else {
            acknowledged.add(intendedNanos);
        }
    }

    /**
     * Notes a first arrival; a sink's thread.
     *
     * @param lane the topic, partition or subject of the last hop
     */
    public void arrive(long intendedNanos, int lane, long nowNanos) {
        arrived.add(intendedNanos, nowNanos, lane);
    }

    /** Notes a duplicate; a sink's thread. */
    public void arriveAgain(long intendedNanos) {
        if (areKept()) {
            add(duplicated, intendedNanos);
        }
    }

    /** Notes a first arrival behind a later message of its producer; a sink's thread. */
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

    /** Returns the intended times of all scheduled messages. */
    public long[] begun() {
        return begun.copy(0, 1);
    }

    /** Returns the intended times of acknowledged messages. */
    public long[] acknowledged() {
        return acknowledged.copy(0, acknowledgement);
    }

    /** Returns the time of each of {@link #acknowledged}; none of a run that stops no consumers. */
    public long[] acknowledgedAt() {
        return acknowledgement == EVENT ? acknowledged.copy(1, EVENT) : new long[0];
    }

    /** Returns the intended times of messages that the transport took; none of a run that stops no consumers. */
    public long[] sent() {
        return sent.copy(0, EVENT);
    }

    /** Returns the time of each of {@link #sent}. */
    public long[] sentAt() {
        return sent.copy(1, EVENT);
    }

    /** Returns the intended times of first arrivals. */
    public long[] arrived() {
        return arrived.copy(0, ARRIVAL);
    }

    public long[] arrivedAt() {
        return arrived.copy(1, ARRIVAL);
    }

    /** Returns the last hop's lane of each of {@link #arrived}. */
    public int[] arrivedOn() {
        return Arrays.stream(arrived.copy(2, ARRIVAL))
                .mapToInt(Math::toIntExact)
                .toArray();
    }

    /** Returns the times of back pressure. */
    public long[] refusedAt() {
        return copy(refusedAt);
    }

    /** Returns the intended times of messages that failed, by their sender's reports. */
    public long[] failed() {
        return copy(failed);
    }

    /** Returns the intended times of messages whose answer failed, by the service's reports. */
    public long[] repliesFailed() {
        return copy(repliesFailed);
    }

    /** Returns the intended times of messages that the service did not answer. */
    public long[] dropped() {
        return copy(dropped);
    }

    /** Returns the intended times of duplicates. */
    public long[] duplicated() {
        return copy(duplicated);
    }

    /** Returns the intended times of messages out of order. */
    public long[] outOfOrder() {
        return copy(outOfOrder);
    }

    /** Numbers, or groups of numbers, in the order of their arrival. */
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

        void add(long first, long second) {
            if (values.length() > 0) {
                int place = next.getAndAdd(EVENT);
                set(place, first);
                set(place + 1, second);
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

        /** Returns every step-th number from a place on. */
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
