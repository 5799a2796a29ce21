package io.twohop.stats;

import java.util.Arrays;

/** Moments of a few values. */
final class Samples {
    private Samples() {}

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** Returns the sample variance; 0 for a single value. */
    static double variance(double[] values) {
        double mean = mean(values);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return values.length < 2 ? 0 : squares / (values.length - 1);
    }

    /** Returns by how much each candidate is above the base of the same round. */
    static double[] differences(double[] base, double[] candidate) {
        if (base.length != candidate.length) {
            throw new IllegalArgumentException(base.length + " and " + candidate.length + " values are no pairs");
        }
        double[] differences = new double[base.length];
        Arrays.setAll(differences, i -> candidate[i] - base[i]);
        return differences;
    }

    static boolean isConstant(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == values[0]);
    }
}
