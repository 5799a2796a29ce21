package io.twohop.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Corrects p-values for many questions asked at once: the probability that any answer is a false alarm stays below alpha.
 *
 * <p>Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (1979).
 */
public final class Holm {
    private Holm() {}

    /** Returns the adjusted p-values, in the order of the given ones. */
    public static double[] adjust(double[] pValues) {
        int count = pValues.length;
        int[] ascending = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> pValues[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[count];
        double largest = 0;
        for (int rank = 0; rank < count; rank++) {
            int i = ascending[rank];
            largest = Math.max(largest, Math.min(1, (count - rank) * pValues[i]));
            adjusted[i] = largest;
        }
        return adjusted;
    }
}
