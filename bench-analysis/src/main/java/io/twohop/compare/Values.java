package io.twohop.compare;

import io.twohop.stats.Design;
import java.util.Optional;

/**
 * The values of a metric on two sides.
 *
 * @param trusted whether the machine cannot have decided it
 * @param base one value for each fork
 * @param candidate one value for each fork; for pairs, in the same rounds
 */
record Values(Design design, boolean trusted, double[] base, double[] candidate) {
    /** Returns the values, over slices if the forks took turns in slices with that metric; empty unless both sides have it. */
    static Optional<Values> of(Side base, Side candidate, Metric metric) {
        if (!base.values().containsKey(metric) || !candidate.values().containsKey(metric)) {
            return Optional.empty();
        }
        Design design = base.designWith(candidate);
        boolean trusted =
                !base.untrusted().contains(metric) && !candidate.untrusted().contains(metric);
        Optional<SlicePairs> slices = SlicePairs.of(base, candidate);
        return Optional.of(slices.flatMap(pairs -> pairs.values(metric))
                .map(both -> new Values(design, trusted || slices.get().outweighStalls(metric), both[0], both[1]))
                .orElse(new Values(
                        design,
                        trusted,
                        base.values().get(metric),
                        candidate.values().get(metric))));
    }
}
