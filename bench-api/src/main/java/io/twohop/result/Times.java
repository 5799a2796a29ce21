package io.twohop.result;

/**
 * A sum of durations.
 *
 * @param count number of durations
 * @param totalNanos their sum
 * @param maxNanos the longest
 */
public record Times(long count, long totalNanos, long maxNanos) {
    public static final Times NONE = new Times(0, 0, 0);

    /** Returns the sum with one more duration. */
    public Times plus(long nanos) {
        return new Times(count + 1, totalNanos + nanos, Math.max(maxNanos, nanos));
    }

    /** Returns the sum with other times. */
    public Times plus(Times other) {
        return new Times(count + other.count, totalNanos + other.totalNanos, Math.max(maxNanos, other.maxNanos));
    }
}
