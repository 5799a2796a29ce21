package io.twohop.explain;

/**
 * Something that took from one instant to another and may have held messages up.
 *
 * @param what it is called in a result
 * @param startNanos in {@link System#nanoTime()} of the measuring JVM
 * @param endNanos the same
 */
record Span(String what, long startNanos, long endNanos) {
    long nanos() {
        return endNanos - startNanos;
    }

    /** How much of it lies between two instants. */
    long overlap(long fromNanos, long toNanos) {
        return Math.max(0, Math.min(endNanos, toNanos) - Math.max(startNanos, fromNanos));
    }
}
