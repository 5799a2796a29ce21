package io.twohop.explain;

import io.twohop.result.Tail.Period;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** Finds episodes at a constant distance from one another, in time and in messages. */
final class Periods {
    private static final int FEWEST = 5;

    /** Candidates are the distances between an episode and this many after it: several periodic series may alternate. */
    private static final int NEIGHBOURS = 8;

    private static final double TOLERANCE = 0.02;

    /** Part of the episodes that need a successor at that distance. */
    private static final double PART = 0.8;

    /** Highest probability that distances agree by chance. */
    private static final double BY_CHANCE = 0.25;

    private Periods() {}

    /**
     * Finds the constant distance of episodes.
     *
     * @param atNanos start of each episode
     * @param sequences the messages' numbers for one producer; empty for several
     * @return null without a constant distance
     */
    static Period of(long[] atNanos, long[] sequences) {
        OptionalDouble nanos = distance(atNanos);
        OptionalDouble messages = distance(sequences);
        return nanos.isEmpty() && messages.isEmpty()
                ? null
                : new Period(
                        nanos.isPresent() ? Math.round(nanos.getAsDouble()) : null,
                        messages.isPresent() ? Math.round(messages.getAsDouble()) : null);
    }

    /** Returns the smallest distance at which almost every episode has a successor. */
    static OptionalDouble distance(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return candidates(sorted)
                .sorted()
                .filter(distance -> isConstant(sorted, distance))
                .mapToObj(distance -> matched(sorted, distance).average())
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    private static DoubleStream candidates(long[] sorted) {
        DoubleStream.Builder distances = DoubleStream.builder();
        for (int i = 0; i < sorted.length && sorted.length >= FEWEST; i++) {
            for (int j = i + 1; j < sorted.length && j <= i + NEIGHBOURS; j++) {
                distances.add(sorted[j] - sorted[i]);
            }
        }
        return distances.build();
    }

    private static boolean isConstant(long[] sorted, double distance) {
        double range = sorted[sorted.length - 1] - sorted[0];
        long eligible = Arrays.stream(sorted)
                .filter(value -> value + distance <= sorted[sorted.length - 1])
                .count();
        double byChance = sorted.length * 2 * TOLERANCE * distance / Math.max(1, range);
        return distance > 0
                && byChance <= BY_CHANCE
                && eligible >= FEWEST - 1
                && eligible >= sorted.length / 2
                && matched(sorted, distance).count() >= PART * eligible;
    }

    /** Returns the distances to successors that are about as far away. */
    private static DoubleStream matched(long[] sorted, double distance) {
        return Arrays.stream(sorted)
                .mapToDouble(value -> nearest(sorted, value + distance) - value)
                .filter(found -> Math.abs(found - distance) <= TOLERANCE * distance);
    }

    private static double nearest(long[] sorted, double wanted) {
        int found = Arrays.binarySearch(sorted, Math.round(wanted));
        int next = found < 0 ? -found - 1 : found;
        if (next == 0) {
            return sorted[0];
        }
        if (next == sorted.length) {
            return sorted[next - 1];
        }
        return sorted[next] - wanted < wanted - sorted[next - 1] ? sorted[next] : sorted[next - 1];
    }
}
