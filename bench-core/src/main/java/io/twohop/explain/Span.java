package io.twohop.explain;

/**
 * A span of time in which messages may have been delayed.
 *
 * @param what name in a result
 * @param startNanos by {@link System#nanoTime()} of the measuring JVM
 * @param endNanos by the same clock
 */
record Span(String what, long startNanos, long endNanos) {
    long nanos() {
        return endNanos - startNanos;
    }

    /** Returns the part of the span between two instants. */
    long overlap(long fromNanos, long toNanos) {
        return Math.max(0, Math.min(endNanos, toNanos) - Math.max(startNanos, fromNanos));
    }
}
