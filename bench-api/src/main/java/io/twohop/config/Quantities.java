package io.twohop.config;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses numbers with units. Numbers may have underscores between digits, a fraction and an exponent ({@code 500_000},
 * {@code 0.5M}, {@code 1e6}). The letters k or K, M and G mean 10^3, 10^6 and 10^9; {@code m} is rejected, since it
 * could be minutes or a thousandth. Methods throw a {@link ConfigException} named after the quantity for other texts,
 * negative numbers and overflow. Stateless, any thread.
 */
public final class Quantities {
    public static final String EXPECTED_RATE = "a rate above 0, such as 500k";
    static final String EXPECTED_SIZE = "a size such as 256, 1KB (1000 bytes) or 1KiB (1024 bytes)";
    static final String EXPECTED_DURATION = "a duration such as 10s, 500ms, 1m30s or PT1M";

    private static final int MAX_CHARS = 40;
    private static final String DIGITS = "\\d+(?:_\\d+)*";
    private static final String DECIMAL = "(" + DIGITS + "(?:\\." + DIGITS + ")?(?:[eE][+-]?\\d{1,3})?)";
    private static final Pattern COUNT = Pattern.compile("(-?" + DECIMAL + ")\\s*([kKMG]?)");
    private static final Pattern RATE = Pattern.compile(DECIMAL + "\\s*([kKMG]?)(?:/s)?");
    private static final Pattern SIZE = Pattern.compile(DECIMAL + "\\s*([kKMG]|[kKmMgG]i?[bB]|[bB]?)");
    private static final String TIME = DECIMAL + "\\s*(ns|us|\u00b5s|ms|min|m|s|h|d)";
    private static final Pattern DURATION_PART = Pattern.compile(TIME);
    private static final Pattern DURATION = Pattern.compile(TIME + "(?:\\s*" + TIME + ")*");

    private static final Map<String, Long> NANOS = Map.ofEntries(
            Map.entry("ns", 1L),
            Map.entry("us", 1_000L),
            Map.entry("\u00b5s", 1_000L),
            Map.entry("ms", 1_000_000L),
            Map.entry("s", 1_000_000_000L),
            Map.entry("m", 60_000_000_000L),
            Map.entry("min", 60_000_000_000L),
            Map.entry("h", 3_600_000_000_000L),
            Map.entry("d", 86_400_000_000_000L));

    private static final Map<Class<?>, Pattern> PATTERNS = Map.ofEntries(
            Map.entry(Rate.class, RATE),
            Map.entry(Size.class, SIZE),
            Map.entry(Volume.class, SIZE),
            Map.entry(Duration.class, DURATION),
            Map.entry(Distribution.class, Distribution.TEXT),
            Map.entry(Popularity.class, Popularity.TEXT));

    private Quantities() {}

    /** Whether a type is a quantity with a unit, written as text. */
    public static boolean isQuantity(Class<?> type) {
        return PATTERNS.containsKey(type);
    }

    /**
     * Returns a regular expression for the texts of a type, which matches some that parsing rejects; in the dialect
     * that JSON schemas share with Java.
     */
    public static String pattern(Class<?> type) {
        String pattern = PATTERNS.getOrDefault(type, COUNT).pattern();
        return type == Duration.class ? pattern + "|[pP].*" : pattern;
    }

    /** Parses a whole number of 0 or more: {@code 500_000}, {@code 500k}, {@code 1e6}. */
    public static long count(String text) {
        String expected = "a whole number of 0 or more, such as 500k";
        long count = wholeNumber(text, expected);
        if (count < 0) {
            throw ConfigException.invalid("count", text, expected);
        }
        return count;
    }

    /** Parses events per second, above 0: {@code 500k}, {@code 500k/s}, {@code 0.5/s}. */
    public static Rate rate(String text) {
        Matcher match = match(RATE, "rate", text, EXPECTED_RATE);
        double perSecond =
                number(match.group(1)).multiply(multiple(match.group(2))).doubleValue();
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw ConfigException.invalid("rate", text, EXPECTED_RATE);
        }
        return new Rate(perSecond);
    }

    /**
     * Parses bytes, 1 to {@link Size#MAX_BYTES}: {@code 256}, {@code 256B}; k, KB, MB and GB count in thousands, KiB, MiB
     * and GiB in 1024s, and B may be small.
     */
    public static Size size(String text) {
        Matcher match = match(SIZE, "size", text, EXPECTED_SIZE);
        BigDecimal bytes = number(match.group(1)).multiply(multiple(match.group(2)));
        if (bytes.compareTo(BigDecimal.ONE) < 0 || bytes.compareTo(BigDecimal.valueOf(Size.MAX_BYTES)) > 0) {
            boolean readable = bytes.precision() - bytes.scale() <= 18;
            String shown = readable ? Texts.format("%s = %,d bytes", text, bytes.toBigInteger()) : text;
            throw ConfigException.invalid("size", shown, Size.EXPECTED);
        }
        return new Size((int) whole("size", text, bytes, "a whole number of bytes"));
    }

    /** Parses bytes, 1 or more, in the units of {@link #size}: {@code 10GB}. */
    public static Volume volume(String text) {
        Matcher match = match(SIZE, "bytes", text, Volume.EXPECTED);
        BigDecimal bytes = number(match.group(1)).multiply(multiple(match.group(2)));
        return new Volume(whole("bytes", text, bytes, Volume.EXPECTED));
    }

    /**
     * Parses a time of 0 or more, to the nanosecond and up to 292 years: {@code 250us}, {@code 1.5s}, {@code 1m30s}, {@code PT1M}. Of
     * several parts, each has a smaller unit than the one before.
     */
    public static Duration duration(String text) {
        if (text.regionMatches(true, 0, "P", 0, 1)) {
            return isoDuration(text);
        }
        match(DURATION, "duration", text, EXPECTED_DURATION);
        Matcher part = DURATION_PART.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        long unitBefore = Long.MAX_VALUE;
        while (part.find()) {
            long unit = NANOS.get(part.group(2));
            if (unit >= unitBefore) {
                throw ConfigException.invalid("duration", text, EXPECTED_DURATION);
            }
            nanos = nanos.add(number(part.group(1)).multiply(BigDecimal.valueOf(unit)));
            unitBefore = unit;
        }
        return Duration.ofNanos(whole("duration", text, nanos, EXPECTED_DURATION));
    }

    /** Returns the shortest text that {@link #duration} reads back as the same time: {@code 2m}, {@code 1500ms}. */
    public static String text(Duration duration) {
        long nanos = duration.toNanos();
        for (String unit : List.of("h", "m", "s", "ms", "us")) {
            long unitNanos = NANOS.get(unit);
            if (nanos != 0 && nanos % unitNanos == 0) {
                return nanos / unitNanos + unit;
            }
        }
        return nanos == 0 ? "0s" : nanos + "ns";
    }

    /** Parses a whole number of either sign. */
    static long wholeNumber(String text, String expected) {
        Matcher match = match(COUNT, "count", text, expected);
        return whole("count", text, number(match.group(1)).multiply(multiple(match.group(3))), expected);
    }

    /** Parses a number of either sign, with a fraction. */
    static double decimal(String text) {
        String expected = "a number such as 0.5";
        Matcher match = match(COUNT, "number", text, expected);
        double value = number(match.group(1)).multiply(multiple(match.group(3))).doubleValue();
        if (Double.isInfinite(value)) {
            throw ConfigException.invalid("number", text, expected);
        }
        return value;
    }

    private static Duration isoDuration(String text) {
        try {
            Duration duration = Duration.parse(text);
            duration.toNanos();
            if (!duration.isNegative()) {
                return duration;
            }
        } catch (DateTimeParseException | ArithmeticException e) {
            throw ConfigException.invalid("duration", text, EXPECTED_DURATION).causedBy(e);
        }
        throw ConfigException.invalid("duration", text, EXPECTED_DURATION);
    }

    private static Matcher match(Pattern pattern, String name, String text, String expected) {
        Matcher matcher = pattern.matcher(text.strip());
        if (text.length() > MAX_CHARS || !matcher.matches()) {
            throw ConfigException.invalid(name, text, expected);
        }
        return matcher;
    }

    private static BigDecimal number(String digits) {
        return new BigDecimal(digits.replace("_", ""));
    }

    /** Returns the multiple that a unit stands for, such as k, KB or KiB. */
    private static BigDecimal multiple(String unit) {
        char letter = unit.isEmpty() ? 'B' : Character.toUpperCase(unit.charAt(0));
        return BigDecimal.valueOf(unit.contains("i") ? 1_024 : 1_000).pow("BKMG".indexOf(letter));
    }

    private static long whole(String name, String text, BigDecimal value, String expected) {
        try {
            return value.longValueExact();
        } catch (ArithmeticException e) {
            boolean tooLarge = value.abs().compareTo(new BigDecimal(BigInteger.TWO.pow(63))) >= 0;
            throw ConfigException.invalid(name, text, expected + (tooLarge ? ", and smaller" : ""))
                    .causedBy(e);
        }
    }

    /** Returns the shorter of two durations. */
    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
