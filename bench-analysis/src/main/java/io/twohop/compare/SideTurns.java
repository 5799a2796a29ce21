package io.twohop.compare;

import io.twohop.stats.Design;
import java.util.HashSet;
import java.util.List;

/**
 * The turns that the forks of one side took with those of others, in the order of the forks.
 *
 * @param rounds of {@code --interleave}, one per fork; empty if the forks took no turns
 * @param slices of {@code --duet}, one per fork; empty if the forks took no turns in slices
 */
public record SideTurns(List<String> rounds, List<ForkSlices> slices) {
    /** Turns of forks that were measured alone. */
    public static final SideTurns NONE = new SideTurns(List.of(), List.of());

    /** Several forks of one round leave open which belong together, so they are no pairs. */
    Design designWith(SideTurns other) {
        boolean paired =
                !rounds.isEmpty() && rounds.equals(other.rounds) && new HashSet<>(rounds).size() == rounds.size();
        return paired ? Design.PAIRED : Design.UNPAIRED;
    }
}
