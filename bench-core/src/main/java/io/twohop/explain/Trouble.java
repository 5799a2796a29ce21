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
 */
record Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns, double part) {
    static final long STOP = 0;

    /** A thread that got a CPU oftener than that waited in short pieces. */
    private static final int PIECES = 2;

    /** One that is the machine's alone. */
    Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns) {
        this(cause, fromNanos, toNanos, nanos, turns, 1);
    }

    /** Returns this trouble with the machine's part of it. */
    Trouble of(double itsPart) {
        return new Trouble(cause, fromNanos, toNanos, nanos, turns, itsPart);
    }

    boolean inPieces() {
        return turns > PIECES;
    }

    /** How many waits there were at most: each ends with a turn on a CPU, but some turns began without one. */
    long waitsAtMost() {
        return Math.max(1, turns);
    }

    /** How long it was kept at a time, at most: of many short waits, twice their mean. */
    long longestNanos() {
        if (turns == STOP) {
            return toNanos - fromNanos;
        }
        return inPieces() ? 2 * nanos / turns : nanos;
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
        return List.of(
                new Wait(0.02, Math.min(nanos, 4 * twice)),
                new Wait(0.12, Math.min(nanos, 2 * twice)),
                new Wait(0.86, Math.min(nanos, twice)));
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
                : new Trouble(cause, fromNanos, toNanos, Math.max(0, nanos - othersNanos), Math.max(1, turns), part);
    }
}
