package io.twohop.compare;

import io.twohop.stats.Design;
import java.util.Optional;

/**
 * What a metric comes to on two sides.
 *
 * @param trusted whether the machine did not decide it
 * @param base one value for each fork
 * @param candidate likewise; of pairs, in the same rounds
 */
record Values(Design design, boolean trusted, double[] base, double[] candidate) {
    /** Slice by slice, where forks took turns in slices and their slices have that metric; empty where not both sides have it. */
    static Optional<Values> of(Side base, Side candidate, Metric metric) {
        double[] before = base.values().get(metric);
        double[] after = candidate.values().get(metric);
        if (before == null || after == null) {
            return Optional.empty();
        }
        Design design = base.designWith(candidate);
        boolean trusted =
                !base.untrusted().contains(metric) && !candidate.untrusted().contains(metric);
        Optional<SlicePairs> slices = SlicePairs.of(base, candidate);
        return Optional.of(slices.flatMap(pairs -> pairs.values(metric))
                .map(both -> new Values(design, trusted || slices.get().outweighStalls(metric), both[0], both[1]))
                .orElse(new Values(design, trusted, before, after)));
    }
}
