package io.twohop.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * The slowest messages of each second on one thread, with their times, so that what delayed them can be looked for later.
 * That thread records without waiting or allocating; the monitor takes what was recorded before it last asked. Those of
 * warm-up are kept apart: a slow start must not displace the slowest of what is measured.
 */
public final class SlowestMessages {
    /** Number kept of a second and phase: enough for the slowest hundred of a run, wherever they fall. */
    public static final int KEPT = 128;

    private final int place;
    private final Window window;
    /** Heaps of the two turns, each with one for the window and one for warm-up. */
    private final Heap[] heaps = {new Heap(), new Heap(), new Heap(), new Heap()};

    private volatile int wanted;
    private volatile int active;

    /** @param place number of the sink or service that records */
    public SlowestMessages(int place, Window window) {
        this.place = place;
        this.window = window;
    }

    /**
     * A message and its times, in the nanoseconds of {@link System#nanoTime()}.
     *
     * @param place number of the sink or service that recorded it
     * @param intendedNanos when it should have been sent
     * @param fromNanos when what took so long began: the intended time, or the entry into the service
     * @param entryNanos when the service had it; 0 where there is no service
     * @param endNanos when it was over: at the sink, or when the service answered
     * @param messages how many it stands for, with itself
     * @param sumNanos how long all of those took together
     */
    public record Slow(
            int place,
            int producer,
            long sequence,
            long intendedNanos,
            long fromNanos,
            long entryNanos,
            long endNanos,
            long messages,
            long sumNanos) {
        /** A message that stands for itself. */
        public Slow(
                int place,
                int producer,
                long sequence,
                long intendedNanos,
                long fromNanos,
                long entryNanos,
                long endNanos) {
            this(place, producer, sequence, intendedNanos, fromNanos, entryNanos, endNanos, 1, endNanos - fromNanos);
        }

        public long nanos() {
            return endNanos - fromNanos;
        }
    }

    /** Records a message if it is among the slowest; its thread only. For the parameters see {@link Slow}. */
    public void record(
            int producer, long sequence, long intendedNanos, long fromNanos, long entryNanos, long endNanos) {
        long nanos = endNanos - fromNanos;
        record(nanos, producer, sequence, intendedNanos, fromNanos, entryNanos, endNanos, 1, nanos);
    }

    /** Records a message that stands for several, by their total weight, if it is among the heaviest. */
    void record(
            long weight,
            long producer,
            long sequence,
            long intendedNanos,
            long fromNanos,
            long entryNanos,
            long endNanos,
            long messages,
            long sumNanos) {
        int turn = wanted;
        if (turn != active) {
            active = turn;
        }
        Heap heap = heaps[2 * turn + window.warmsUp(intendedNanos)];
        int at = heap.slot(weight) * Heap.FIELDS;
        if (at >= 0) {
            long[] fields = heap.fields;
            fields[at] = producer;
            fields[at + 1] = sequence;
            fields[at + 2] = intendedNanos;
            fields[at + 3] = fromNanos;
            fields[at + 4] = entryNanos;
            fields[at + 5] = endNanos;
            fields[at + 6] = messages;
            fields[at + 7] = sumNanos;
        }
    }

    /**
     * Returns the messages recorded up to the call before the last one, in no order; the monitor only. Empty if the
     * thread has recorded nothing since.
     */
    public List<Slow> drain() {
        if (active != wanted) {
            return List.of();
        }
        int other = 1 - wanted;
        // The thread has left these, and comes back to them only when asked to below.
        List<Slow> slow = take(other);
        wanted = other;
        return slow;
    }

    /** Returns all remaining messages; the monitor, once the thread has stopped. */
    public List<Slow> drainStopped() {
        List<Slow> slow = take(0);
        slow.addAll(take(1));
        return slow;
    }

    private List<Slow> take(int turn) {
        List<Slow> slow = new ArrayList<>();
        heaps[2 * turn].moveTo(place, slow);
        heaps[2 * turn + 1].moveTo(place, slow);
        return slow;
    }

    /** A min-heap over flat arrays, with the lightest entry at the top. */
    private static final class Heap {
        static final int FIELDS = 8;

        private final long[] weights = new long[KEPT];
        private final long[] fields = new long[KEPT * FIELDS];
        private int size;

        /** Returns the index for an entry of that weight; negative if it is lighter than all that are kept. */
        int slot(long weight) {
            if (size == KEPT && weight <= weights[0]) {
                return -1;
            }
            int slot = size < KEPT ? up(weight) : down(weight);
            weights[slot] = weight;
            return slot;
        }

        /** Returns the index for a new entry, after moving larger ones above it down. */
        private int up(long weight) {
            int slot = size++;
            while (slot > 0 && weights[(slot - 1) >> 1] > weight) {
                move((slot - 1) >> 1, slot);
                slot = (slot - 1) >> 1;
            }
            return slot;
        }

        /** Returns the index for an entry that replaces the top. */
        private int down(long weight) {
            int slot = 0;
            int child = 1;
            while (child < size) {
                if (child + 1 < size && weights[child + 1] < weights[child]) {
                    child++;
                }
                if (weights[child] >= weight) {
                    break;
                }
                move(child, slot);
                slot = child;
                child = 2 * slot + 1;
            }
            return slot;
        }

        private void move(int from, int to) {
            weights[to] = weights[from];
            System.arraycopy(fields, from * FIELDS, fields, to * FIELDS, FIELDS);
        }

        void moveTo(int place, List<Slow> slow) {
            for (int at = 0; at < size * FIELDS; at += FIELDS) {
                slow.add(new Slow(
                        place,
                        (int) fields[at],
                        fields[at + 1],
                        fields[at + 2],
                        fields[at + 3],
                        fields[at + 4],
                        fields[at + 5],
                        fields[at + 6],
                        fields[at + 7]));
            }
            size = 0;
        }
    }
}
