package io.twohop.config;

import java.util.List;

/**
 * An amount of data.
 *
 * @param bytes 1 or more
 */
public record Volume(long bytes) {
    static final String EXPECTED = "an amount of data above 0, such as 10GB or 500MB";

    private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB");
    private static final double STEP = 1_000;

    public Volume {
        if (bytes < 1) {
            throw ConfigException.invalid("bytes", bytes, EXPECTED);
        }
    }

    /** Returns a text such as {@code 3.7 GB}, in powers of 1000. */
    @Override
    public String toString() {
        return text(bytes);
    }

    /** Returns the text of an estimate. */
    public static String text(double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < UNITS.size() - 1) {
            value /= STEP;
            unit++;
        }
        return Texts.format(unit == 0 ? "%.0f %s" : "%,.1f %s", value, UNITS.get(unit));
    }
}
