package io.twohop.config;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A distribution of times: constant, exponential or lognormal.
 *
 * @param mean of all times, for every shape, so that it alone decides the load
 * @param sigma standard deviation of the times' logarithm for {@link Shape#LOGNORMAL}, otherwise 0
 */
public record Distribution(Shape shape, Duration mean, double sigma) {
    static final String EXPECTED =
            "constant(MEAN), exponential(MEAN) or lognormal(MEAN, SIGMA), such as lognormal(20us, 1.0)";
    static final Pattern TEXT = Pattern.compile("([a-z]+)\\(\\s*([^\\s,()]+)\\s*(?:,\\s*([^\\s,()]+)\\s*)?\\)");

    private static final Duration SHORTEST = Duration.ofNanos(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final double LEAST_SIGMA = 0.01;

    /** Maximum sigma: beyond it, single times decide the mean, and no run is long enough to measure it. */
    private static final double MOST_SIGMA = 2;

    public enum Shape {
        CONSTANT,
        /** Memoryless; the standard deviation equals the mean. */
        EXPONENTIAL,
        /** Mostly short, sometimes long. */
        LOGNORMAL
    }

    public Distribution {
        if (!isPossible(mean)) {
            throw ConfigException.invalid("mean", Quantities.text(mean), "a mean of 100ns to 10s");
        }
        boolean hasSigma = shape == Shape.LOGNORMAL;
        if (hasSigma && !(sigma >= LEAST_SIGMA && sigma <= MOST_SIGMA)) {
            throw ConfigException.invalid("sigma", sigma, "a sigma of 0.01 to 2");
        }
        if (!hasSigma && sigma != 0) {
            throw ConfigException.invalid("sigma", sigma, "no sigma, since it belongs to lognormal only");
        }
    }

    /** Returns whether a distribution may have this mean. */
    public static boolean isPossible(Duration mean) {
        return mean.compareTo(SHORTEST) >= 0 && mean.compareTo(LONGEST) <= 0;
    }

    public static Distribution constant(Duration time) {
        return new Distribution(Shape.CONSTANT, time, 0);
    }

    public static Distribution exponential(Duration mean) {
        return new Distribution(Shape.EXPONENTIAL, mean, 0);
    }

    public static Distribution lognormal(Duration mean, double sigma) {
        return new Distribution(Shape.LOGNORMAL, mean, sigma);
    }

    /** Reads a text as {@link #toString} writes it. */
    static Distribution parse(String text) {
        Matcher match = TEXT.matcher(text.strip());
        if (!match.matches()) {
            throw refused(text, EXPECTED);
        }
        Shape shape;
        try {
            shape = (Shape) Enums.parse(Shape.class, match.group(1));
        } catch (ConfigException e) {
            throw refused(text, EXPECTED);
        }
        Given<String> sigma = Given.of("distribution", match.group(3));
        if (shape == Shape.LOGNORMAL && !sigma.isPresent()) {
            throw refused(text, EXPECTED);
        }
        try {
            return new Distribution(
                    shape,
                    Quantities.duration(match.group(2)),
                    sigma.map(Quantities::decimal).or(0.0));
        } catch (ConfigException e) {
            throw refused(text, e.expected());
        }
    }

    private static ConfigException refused(String text, String expected) {
        return ConfigException.invalid("distribution", text, expected);
    }

    /** Whether times differ. */
    @JsonIgnore
    public boolean isRandom() {
        return shape != Shape.CONSTANT;
    }

    /** Returns a text such as {@code lognormal(20us, 1.0)}. */
    @Override
    public String toString() {
        String name = shape.name().toLowerCase(Locale.ROOT);
        String given = Quantities.text(mean);
        return name + "(" + given + (shape == Shape.LOGNORMAL ? ", " + sigma : "") + ")";
    }
}
