package io.twohop.compare;

import io.twohop.config.Texts;
import io.twohop.stats.Design;
import io.twohop.stats.Trend;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The slices of two runs that took turns, each beside its neighbour of the other: their ratio does not contain what slows the machine
 * down for both. The test still compares forks. The value of a fork is the median over its slices, so that a stall of the machine
 * weighs as little as one slice.
 *
 * @param base forks of the base
 * @param candidate forks of the candidate, in the same rounds
 */
public record SlicePairs(List<ForkSlices> base, List<ForkSlices> candidate) {
    /** From this share on, outliers may decide a median. */
    private static final double HALF = 0.5;

    private static final String DECIDED_BY_STALLS = ".p99";

    /** The mean of two slices' logarithms, and how much greater the candidate's is. */
    private record Neighbours(double middle, double apart) {
        static Neighbours of(double base, double candidate) {
            // A latency of 0 ns has no logarithm.
            double before = Math.log(Math.max(1, base));
            double after = Math.log(Math.max(1, candidate));
            return new Neighbours((before + after) / 2, after - before);
        }

        static double typical(List<Neighbours> all, ToDoubleFunction<Neighbours> part) {
            return Trend.median(all.stream().mapToDouble(part).toArray());
        }
    }

    /** Returns the pairs; empty unless the runs took turns. */
    static Optional<SlicePairs> of(Side base, Side candidate) {
        boolean both = !base.turns().slices().isEmpty()
                && !candidate.turns().slices().isEmpty()
                && base.designWith(candidate) == Design.PAIRED;
        return both
                ? Optional.of(
                        new SlicePairs(base.turns().slices(), candidate.turns().slices()))
                : Optional.empty();
    }

    /**
     * Returns the values of base and candidate, one for each fork; empty if the slices of a fork lack the metric. The values are
     * symmetric: swapping the sides swaps them.
     */
    Optional<double[][]> values(Metric metric) {
        double[][] values = new double[2][base.size()];
        for (int fork = 0; fork < base.size(); fork++) {
            List<Neighbours> all = neighbours(metric, fork);
            if (all.isEmpty()) {
                return Optional.empty();
            }
            double middle = Neighbours.typical(all, Neighbours::middle);
            double apart = Neighbours.typical(all, Neighbours::apart);
            values[0][fork] = Math.exp(middle - apart / 2);
            values[1][fork] = Math.exp(middle + apart / 2);
        }
        return Optional.of(values);
    }

    private List<Neighbours> neighbours(Metric metric, int fork) {
        return IntStream.range(0, pairs(fork))
                .mapToObj(pair -> Neighbours.of(
                        base.get(fork).value(metric, pair), candidate.get(fork).value(metric, pair)))
                .filter(both -> !Double.isNaN(both.apart))
                .toList();
    }

    private int pairs(int fork) {
        return Math.min(base.get(fork).pairs(), candidate.get(fork).pairs());
    }

    private long stalled(int fork) {
        return IntStream.range(0, pairs(fork))
                .filter(pair ->
                        base.get(fork).isStalled(pair) || candidate.get(fork).isStalled(pair))
                .count();
    }

    private boolean isRecorded() {
        return Stream.concat(base.stream(), candidate.stream())
                .allMatch(fork -> fork.stalled().isPresent());
    }

    /** Returns whether a metric can be judged though the machine may have decided it in some slices. */
    boolean outweighStalls(Metric metric) {
        return metric.name().endsWith(DECIDED_BY_STALLS)
                && isRecorded()
                && IntStream.range(0, base.size()).allMatch(fork -> stalled(fork) < HALF * pairs(fork));
    }

    /** Returns the number of pairs of all forks. */
    public int count() {
        return IntStream.range(0, base.size()).map(this::pairs).sum();
    }

    /** Returns the number of pairs in which the machine may have decided a p99; null without a recording. */
    public Long stalled() {
        return isRecorded()
                ? (Long)
                        IntStream.range(0, base.size()).mapToLong(this::stalled).sum()
                : null;
    }

    /** Returns the counts in words. */
    public String text() {
        return Texts.format(
                "%,d pairs of slices; %s",
                count(),
                isRecorded()
                        ? Texts.format(
                                "in %,d the machine stalled, for 1 %% of a slice or longer: all count", stalled())
                        : "whether the machine stalled was not recorded");
    }
}
