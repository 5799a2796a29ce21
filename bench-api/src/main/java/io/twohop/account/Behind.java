package io.twohop.account;

/**
 * Messages of one producer that were due but not begun.
 *
 * @param warmup those due in warm-up
 * @param measured those due in the measured window
 */
public record Behind(long warmup, long measured) {
    public static final Behind NOTHING = new Behind(0, 0);

    public Behind plus(Behind other) {
        return new Behind(warmup + other.warmup, measured + other.measured);
    }
}
