package io.twohop.explain;

import java.util.List;

/**
 * A time in which the machine kept a thread from running.
 *
 * @param fromNanos earliest start, in the run's clock
 * @param toNanos latest end
 * @param nanos stalled time between the two
 * @param turns number of times that the thread got a CPU in it; {@link #STOP} if all threads stopped at some time before it was noticed
 * @param part part of the stalled time that the machine caused, from 0 to 1
 * @param mostNanos longest time at once that the machine can have caused
 */
record Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns, double part, long mostNanos) {
    static final long STOP = 0;

    /** A thread that got a CPU more often waited in short pieces. */
    private static final int PIECES = 2;

    Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns) {
        this(cause, fromNanos, toNanos, nanos, turns, 1);
    }

    /** Returns a trouble of which only the machine's part is known. */
    Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns, double part) {
        this(cause, fromNanos, toNanos, nanos, turns, part, Long.MAX_VALUE);
    }

    Trouble of(double itsPart) {
        return new Trouble(cause, fromNanos, toNanos, nanos, turns, itsPart, mostNanos);
    }

    /** Returns this trouble with a limit of the time at once that the machine can have caused. */
    Trouble atMost(long limitNanos) {
        return new Trouble(cause, fromNanos, toNanos, nanos, turns, part, limitNanos);
    }

    boolean inPieces() {
        return turns > PIECES;
    }

    /** Returns the maximum number of waits: each ends with a turn on a CPU, but some turns began without a wait. */
    long waitsAtMost() {
        return Math.max(1, turns);
    }

    /** Returns the longest time that the machine kept the thread at once: for many short waits, twice their mean. */
    long longestNanos() {
        if (turns == STOP) {
            return toNanos - fromNanos;
        }
        return Math.min(mostNanos, inPieces() ? 2 * nanos / turns : nanos);
    }

    /**
     * Waits of a length among all the time that a thread waited.
     *
     * @param nanos maximum length of one wait
     */
    record Wait(double share, long nanos) {}

    /** Returns the waits, the longest first. Only the number and the sum of many waits are known: their lengths are assumed to be random. */
    List<Wait> waits() {
        if (!inPieces()) {
            return List.of(new Wait(1, longestNanos()));
        }
        long twice = longestNanos();
        long all = Math.min(nanos, mostNanos);
        return List.of(
                new Wait(0.02, Math.min(all, 4 * twice)),
                new Wait(0.12, Math.min(all, 2 * twice)),
                new Wait(0.86, Math.min(all, twice)));
    }

    /** Returns the part of the time in which the machine kept the thread. */
    double share() {
        return share(toNanos - fromNanos);
    }

    /** Returns the part of a time in which the machine kept the thread, if the whole trouble fell into that time. */
    double share(long ofNanos) {
        return part * Math.min(1, (double) nanos / Math.max(1, ofNanos));
    }

    /** Returns this trouble without the time that others caused. */
    Trouble without(long othersNanos) {
        return othersNanos == 0
                ? this
                : new Trouble(
                        cause,
                        fromNanos,
                        toNanos,
                        Math.max(0, nanos - othersNanos),
                        Math.max(1, turns),
                        part,
                        mostNanos);
    }
}
