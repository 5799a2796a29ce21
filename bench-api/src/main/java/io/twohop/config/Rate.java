package io.twohop.config;

import java.math.BigDecimal;

/**
 * An offered rate.
 *
 * @param perSecond messages per second, finite and above 0; may be a fraction, such as 0.5
 */
public record Rate(double perSecond) {
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    public Rate {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw ConfigException.invalid("rate", perSecond, Quantities.EXPECTED_RATE);
        }
    }

    /** Mean time between two messages, in nanoseconds; a fraction, as for 300k/s. */
    public double intervalNanos() {
        return Nanos.PER_SECOND / perSecond;
    }

    /** Returns a text that {@link Quantities#rate} reads back as the same rate: {@code 100k/s}. */
    @Override
    public String toString() {
        BigDecimal value = BigDecimal.valueOf(perSecond);
        if (value.compareTo(MILLION) >= 0) {
            return text(value, MILLION, "M");
        }
        return value.compareTo(THOUSAND) >= 0 ? text(value, THOUSAND, "k") : text(value, BigDecimal.ONE, "");
    }

    private static String text(BigDecimal value, BigDecimal unit, String letter) {
        BigDecimal scaled = value.divide(unit).stripTrailingZeros();
        return scaled.toPlainString().length() > 20 ? scaled + letter + "/s" : scaled.toPlainString() + letter + "/s";
    }
}
