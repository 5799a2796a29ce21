package io.twohop.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shares of choices: equal, or by Zipf's law, which gives the k-th choice a share in proportion to {@code 1 /
 * k^exponent}.
 *
 * @param exponent for {@link Shape#ZIPF}, otherwise 0
 */
public record Popularity(Shape shape, double exponent) {
    static final String EXPECTED = "uniform or zipf(EXPONENT), such as zipf(1.1)";
    static final Pattern TEXT = Pattern.compile("(uniform|zipf)(?:\\(\\s*([^\\s,()]+)\\s*\\))?");

    /** Maximum exponent: beyond it, the first choice has more than 96 %, regardless of their number. */
    private static final double MOST_EXPONENT = 5;

    public enum Shape {
        UNIFORM,
        /** A few choices are frequent, many are rare. */
        ZIPF
    }

    public Popularity {
        boolean isZipf = shape == Shape.ZIPF;
        if (isZipf && !(exponent > 0 && exponent <= MOST_EXPONENT)) {
            throw ConfigException.invalid("exponent", exponent, "an exponent above 0 and at most 5, such as zipf(1.1)");
        }
        if (!isZipf && exponent != 0) {
            throw ConfigException.invalid("exponent", exponent, "no exponent, since it belongs to zipf only");
        }
    }

    public static Popularity uniform() {
        return new Popularity(Shape.UNIFORM, 0);
    }

    public static Popularity zipf(double exponent) {
        return new Popularity(Shape.ZIPF, exponent);
    }

    public double topShare(int count) {
        double sum = 0;
        // Small terms first, so that rounding does not lose them.
        for (int k = count; k > 0; k--) {
            sum += Math.pow(k, -exponent);
        }
        return 1 / sum;
    }

    /** Reads a text as {@link #toString} writes it. */
    static Popularity parse(String text) {
        Matcher match = TEXT.matcher(text.strip());
        boolean isZipf = text.strip().startsWith("zipf");
        if (!match.matches() || isZipf == (match.group(2) == null)) {
            throw ConfigException.invalid("distribution", text, EXPECTED);
        }
        try {
            return isZipf ? zipf(Quantities.decimal(match.group(2))) : uniform();
        } catch (ConfigException e) {
            throw ConfigException.invalid("distribution", text, e.expected());
        }
    }

    /** Returns a text such as {@code zipf(1.1)}. */
    @Override
    public String toString() {
        return shape == Shape.ZIPF ? "zipf(" + exponent + ")" : "uniform";
    }
}
