package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Quantities;
import io.twohop.config.Size;
import io.twohop.config.TextForm;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sizes of random payloads: one size, which is a histogram of one, or a distribution of sizes. A message's size follows from the
 * seed, its producer and its sequence alone.
 */
public record PayloadSize(
        @Help("smallest and largest size; all sizes between them are equally frequent, such as [100, 2k]")
        List<Size> uniform,

        @Help("median, p99 and max of sizes whose logarithm is normally distributed")
        Lognormal lognormal,

        @Help("shares by size, 0.01 % or more each and 100 % together, such as {100: 60 %, 1k: 30 %, 10k: 10 %}")
        Map<String, String> histogram,

        @Help("seed of the order of sizes; 1 by default") Long seed) {
    /**
     * Number of sizes that are drawn in advance, a power of two; a producer sends them in a random order, and then again. Each of their
     * quantiles is one of the distribution, so that their mean is the distribution's.
     */
    static final int DRAWN = 1 << 16;

    private static final String EXPECTED =
            "a size such as 1KiB, {uniform: [100, 2k]}, {lognormal: {median: 300, p99: 4k, max: 64k}} or {histogram: {100: 60 %, 1k: 40 %}}";

    private static final int MOST_SIZES = 100;
    private static final int MOST_LABEL = 80;
    private static final Long DEFAULT_SEED = 1L;

    /** Standard deviations between the median and the 99th percentile of a normal distribution. */
    private static final double DEVIATIONS_OF_P99 = 2.3263478740408408;

    /** Standard deviations that the normal distribution is followed to: beyond, it has less than a tenth of a drawn size. */
    private static final double MOST_DEVIATIONS = 5;

    private static final double DEVIATIONS_A_STEP = 1e-3;

    /**
     * A lognormal distribution.
     *
     * @param max size of all payloads that would be larger
     */
    public record Lognormal(
            @Help("size that half of the payloads do not exceed")
            Size median,

            @Help("size that 99 % of the payloads do not exceed")
            Size p99,

            @Help("largest size, which stands for all larger ones")
            Size max) {
        public Lognormal {
            Given.of("median", median).neededIf(true, "a size such as 300");
            Given.of("p99", p99).needed(size -> size.bytes() > median.bytes(), "a size above the median, such as 4k");
            Given.of("max", max)
                    .needed(
                            size -> size.bytes() >= p99.bytes(),
                            "a size of p99 or more, such as 64k, which bounds all");
        }

        private int[] drawn() {
            double sigma = Math.log((double) p99.bytes() / median.bytes()) / DEVIATIONS_OF_P99;
            double[] deviations = normal();
            int[] sizes = new int[DRAWN];
            Arrays.setAll(sizes, i -> (int) Math.max(
                    1, Math.min(max.bytes(), Math.round(median.bytes() * Math.exp(sigma * deviations[i])))));
            return sizes;
        }

        @Override
        public String toString() {
            return "{median: " + median + ", p99: " + p99 + ", max: " + max + "}";
        }
    }

    public PayloadSize {
        long kinds = Stream.of(
                        Given.of("uniform", uniform),
                        Given.of("lognormal", lognormal),
                        Given.of("histogram", histogram))
                .filter(Given::isPresent)
                .count();
        if (kinds != 1) {
            throw ConfigException.invalid(
                    "",
                    kinds == 0
                            ? "neither uniform, lognormal nor histogram"
                            : "more than one of uniform, lognormal and histogram",
                    EXPECTED);
        }
        uniform = Given.of("uniform", uniform).map(PayloadSize::ends).or(null);
        histogram = Given.of("histogram", histogram).map(PayloadSize::shares).or(null);
        boolean varies = histogram == null || histogram.size() > 1;
        seed = Given.of("seed", seed)
                .onlyIf(varies, "no seed, since payloads of one size have no order")
                .or(DEFAULT_SEED);
    }

    /** Returns one size of all payloads. */
    public static PayloadSize of(Size size) {
        return new PayloadSize(null, null, Map.of(size.toString(), Slo.percent(1)), null);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    @TextForm(Size.class)
    static PayloadSize read(String size) {
        try {
            return of(Quantities.size(size));
        } catch (ConfigException e) {
            throw e.unnamed();
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static PayloadSize read(
            @JsonProperty("uniform") List<Size> uniform,
            @JsonProperty("lognormal") Lognormal lognormal,
            @JsonProperty("histogram") Map<String, String> histogram,
            @JsonProperty("seed") Long seed) {
        return new PayloadSize(uniform, lognormal, histogram, seed);
    }

    private static List<Size> ends(List<Size> ends) {
        if (ends.size() != 2 || ends.get(0).bytes() >= ends.get(1).bytes()) {
            throw ConfigException.invalid("uniform", ends, "the smallest and then the largest size, such as [100, 2k]");
        }
        return List.copyOf(ends);
    }

    /** Returns a histogram in order, with sizes and shares in their default form. */
    private static Map<String, String> shares(Map<String, String> given) {
        if (given.isEmpty() || given.size() > MOST_SIZES) {
            throw ConfigException.invalid(
                    "histogram", given.size() + " sizes", "1 to " + MOST_SIZES + " sizes with their shares");
        }
        Map<Integer, String> byBytes = new TreeMap<>();
        double all = 0;
        for (Map.Entry<String, String> entry : given.entrySet()) {
            String key = "histogram." + entry.getKey();
            int bytes = bytes(key, entry.getKey());
            double share = Slo.share(entry.getValue()).orElse(0);
            if (share < 1e-4) {
                throw ConfigException.invalid(
                        key, entry.getValue(), "the share of payloads of this size, 0.01 % or more, such as 60 %");
            }
            if (byBytes.put(bytes, Slo.percent(share)) != null) {
                throw ConfigException.invalid(key, "given twice", "each size once");
            }
            all += share;
        }
        if (Math.abs(all - 1) > 1e-9) {
            throw ConfigException.invalid("histogram", Slo.percent(all) + " in all", "shares of 100 % in all");
        }
        Map<String, String> shares = new LinkedHashMap<>();
        byBytes.forEach((bytes, share) -> shares.put(new Size(bytes).toString(), share));
        return shares;
    }

    private static int bytes(String key, String text) {
        try {
            return Quantities.size(text).bytes();
        } catch (ConfigException e) {
            throw ConfigException.invalid(key, e.value(), e.expected());
        }
    }

    /** Returns whether all payloads have one size. */
    public boolean isOne() {
        return histogram != null && histogram.size() == 1;
    }

    /** Returns the bytes that no payload exceeds. */
    public int mostBytes() {
        if (uniform != null) {
            return uniform.get(1).bytes();
        }
        return lognormal != null ? lognormal.max.bytes() : sizes()[histogram.size() - 1];
    }

    /** Returns the mean bytes of payloads, rounded up. */
    public int meanBytes() {
        return isOne()
                ? mostBytes()
                : (int) Math.ceil(Arrays.stream(drawn()).average().orElseThrow());
    }

    /**
     * Returns the bytes of a producer's payloads, which begin again after the last. Their number is a power of two.
     *
     * @param producer among those of all processes
     */
    public int[] ofProducer(long producer) {
        if (isOne()) {
            return new int[] {mostBytes()};
        }
        int[] sizes = drawn();
        // Seeds that differ in a few bits would give similar random numbers.
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + (producer + 1) * 0xBF58476D1CE4E5B9L);
        for (int i = sizes.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int size = sizes[i];
            sizes[i] = sizes[other];
            sizes[other] = size;
        }
        return sizes;
    }

    /** Returns sizes at equal steps of the distribution, ascending. */
    private int[] drawn() {
        if (lognormal != null) {
            return lognormal.drawn();
        }
        int[] drawn = new int[DRAWN];
        if (uniform != null) {
            int least = uniform.get(0).bytes();
            double sizes = uniform.get(1).bytes() - least + 1.0;
            Arrays.setAll(drawn, i -> least + (int) (sizes * (i + 0.5) / DRAWN));
            return drawn;
        }
        int[] sizes = sizes();
        int end = 0;
        double share = 0;
        int from = 0;
        for (String each : histogram.values()) {
            share += Slo.share(each).orElseThrow();
            int to = (int) Math.round(share * DRAWN);
            Arrays.fill(drawn, from, to, sizes[end++]);
            from = to;
        }
        return drawn;
    }

    private int[] sizes() {
        return histogram.keySet().stream()
                .mapToInt(text -> Quantities.size(text).bytes())
                .toArray();
    }

    /** Returns standard deviations at equal steps of the normal distribution, ascending, by adding up its density. */
    private static double[] normal() {
        double[] deviations = new double[DRAWN];
        double density = density(-MOST_DEVIATIONS);
        double below = 0;
        int next = 0;
        for (int step = 1; next < DRAWN; step++) {
            double at = step * DEVIATIONS_A_STEP - MOST_DEVIATIONS;
            double before = density;
            density = density(at);
            double more = (before + density) / 2 * DEVIATIONS_A_STEP;
            for (double due = (next + 0.5) / DRAWN; next < DRAWN && due <= below + more; due = (next + 0.5) / DRAWN) {
                deviations[next++] = at - DEVIATIONS_A_STEP * (below + more - due) / more;
            }
            below += more;
        }
        return deviations;
    }

    private static double density(double deviations) {
        return Math.exp(-deviations * deviations / 2) / Math.sqrt(2 * Math.PI);
    }

    /** Returns the size alone if there is one, otherwise a mapping without the default seed. */
    @JsonValue
    Object keys() {
        if (isOne()) {
            return histogram.keySet().iterator().next();
        }
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put(kind(), uniform != null ? uniform : lognormal != null ? lognormal : histogram);
        if (!seed.equals(DEFAULT_SEED)) {
            keys.put("seed", seed);
        }
        return keys;
    }

    private String kind() {
        if (uniform != null) {
            return "uniform";
        }
        return lognormal != null ? "lognormal" : "histogram";
    }

    /** Returns a short text for the name of a run, which its directory has as well; texts that differ have different ones. */
    String label() {
        String text = toString();
        return text.length() <= MOST_LABEL
                ? text
                : text.substring(0, MOST_LABEL) + "... " + Integer.toHexString(text.hashCode());
    }

    /** Returns a text such as {@code 1KiB} or <code>{uniform: [100B, 2KB]}</code>, which a workload may have as well. */
    @Override
    public String toString() {
        if (isOne()) {
            return keys().toString();
        }
        String sizes = histogram == null
                ? String.valueOf(uniform != null ? uniform : lognormal)
                : histogram.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining(", ", "{", "}"));
        return "{" + kind() + ": " + sizes + (seed.equals(DEFAULT_SEED) ? "" : ", seed: " + seed) + "}";
    }
}
