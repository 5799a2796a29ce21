package io.twohop.result;

/**
 * Things that took time, added up.
 *
 * @param count how many
 * @param totalNanos all together
 * @param maxNanos the longest
 */
public record Times(long count, long totalNanos, long maxNanos) {
    public static final Times NONE = new Times(0, 0, 0);

    /** These and one more. */
    public Times plus(long nanos) {
        return new Times(count + 1, totalNanos + nanos, Math.max(maxNanos, nanos));
    }

    /** These and those. */
    public Times plus(Times other) {
        return new Times(count + other.count, totalNanos + other.totalNanos, Math.max(maxNanos, other.maxNanos));
    }
}
