package io.twohop.transport.kafka;

/**
 * Reusable arrays, one of each length: Kafka's client takes a message as an array of exactly its length, and has copied
 * it when {@code send} returns. One thread.
 */
final class ExactArrays {
    private static final int KEPT_LENGTHS = 1 << 16;

    private final byte[][] small = new byte[KEPT_LENGTHS][];
    private byte[] large = {};

    byte[] ofLength(int length) {
        if (length < KEPT_LENGTHS) {
            byte[] array = small[length];
            return array == null ? small[length] = new byte[length] : array;
        }
        if (large.length != length) {
            large = new byte[length];
        }
        return large;
    }
}
