package io.twohop.explain;

/**
 * A time in which the machine kept a thread from running.
 *
 * @param cause in words
 * @param fromNanos not before, in the run's clock
 * @param toNanos not after
 * @param nanos for how long of it, in all
 * @param turns how often the thread got a CPU in it
 */
record Trouble(String cause, long fromNanos, long toNanos, long nanos, long turns) {
    /** A thread that got a CPU oftener than that waited in short pieces. */
    private static final int PIECES = 2;

    boolean inPieces() {
        return turns > PIECES;
    }

    /** How long it was kept at a time, at most: of many short waits, twice their mean. */
    long longestNanos() {
        return inPieces() ? 2 * nanos / turns : nanos;
    }

    /** The part of the time in which it was kept. */
    double share() {
        return Math.min(1, (double) nanos / Math.max(1, toNanos - fromNanos));
    }

    /** This one without what was another's doing. */
    Trouble without(long othersNanos) {
        return new Trouble(cause, fromNanos, toNanos, Math.max(0, nanos - othersNanos), turns);
    }
}
