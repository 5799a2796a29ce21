package io.twohop.explain;

import java.util.List;

/**
 * A time in which the machine kept a thread from running.
 *
 * @param cause in words
 * @param fromNanos not before, in the run's clock
 * @param toNanos not after
 * @param nanos for how long of it, in all
 * @param turns how often the thread got a CPU in it; {@link #STOP} where all stopped at some time before it was noticed
 * @param part of it that the machine is to blame for, from 0 to 1
 * @param mostNanos of it that the machine can be to blame for at a time
 */
record Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns, double part, long mostNanos) {
    static final long STOP = 0;

    /** A thread that got a CPU oftener than that waited in short pieces. */
    private static final int PIECES = 2;

    /** One that is the machine's alone. */
    Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns) {
        this(cause, fromNanos, toNanos, nanos, turns, 1);
    }

    /** One of which nothing more is known than the machine's part. */
    Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns, double part) {
        this(cause, fromNanos, toNanos, nanos, turns, part, Long.MAX_VALUE);
    }

    /** Returns this trouble with the machine's part of it. */
    Trouble of(double itsPart) {
        return new Trouble(cause, fromNanos, toNanos, nanos, turns, itsPart, mostNanos);
    }

    /** Returns this trouble with a limit of what the machine can be to blame for at a time. */
    Trouble atMost(long limitNanos) {
        return new Trouble(cause, fromNanos, toNanos, nanos, turns, part, limitNanos);
    }

    boolean inPieces() {
        return turns > PIECES;
    }

    /** How many waits there were at most: each ends with a turn on a CPU, but some turns began without one. */
    long waitsAtMost() {
        return Math.max(1, turns);
    }

    /** How long the machine kept it at a time, at most: of many short waits, twice their mean. */
    long longestNanos() {
        if (turns == STOP) {
            return toNanos - fromNanos;
        }
        return Math.min(mostNanos, inPieces() ? 2 * nanos / turns : nanos);
    }

    /**
     * Waits of a length among all the time that a thread waited.
     *
     * @param share of that time
     * @param nanos that one of them took at most
     */
    record Wait(double share, long nanos) {}

    /** The longest first. Of many waits, only the number and the sum are known: they are taken to be random. */
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

    /** The part of the time in which the machine kept it. */
    double share() {
        return share(toNanos - fromNanos);
    }

    /** The part of a time in which the machine kept it, if all that it was kept fell into that time. */
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
