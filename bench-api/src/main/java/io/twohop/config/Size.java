package io.twohop.config;

/**
 * The size of a message's payload.
 *
 * @param bytes 1 to {@link #MAX_BYTES}
 */
public record Size(int bytes) {
    public static final int MAX_BYTES = 64 << 20;

    static final String EXPECTED = Texts.format("1B to 64MiB = %,d bytes", MAX_BYTES);

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int KB = 1_000;
    private static final int MB = 1_000_000;

    public Size {
        if (bytes < 1 || bytes > MAX_BYTES) {
            throw ConfigException.invalid("size", Texts.format("%,d bytes", bytes), EXPECTED);
        }
    }

    /**
     * Returns a text that {@link Quantities#size} reads back as the same size: {@code 256B}, {@code 1KB}, {@code 1MiB}.
     */
    @Override
    public String toString() {
        if (bytes % MIB == 0) {
            return bytes / MIB + "MiB";
        }
        if (bytes % MB == 0) {
            return bytes / MB + "MB";
        }
        if (bytes % KIB == 0) {
            return bytes / KIB + "KiB";
        }
        return bytes % KB == 0 ? bytes / KB + "KB" : bytes + "B";
    }
}
