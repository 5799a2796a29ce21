package io.twohop.report;

import io.twohop.result.Trust;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.util.Optional;
import java.util.Set;

/**
 * The figures of a probe that the machine may have decided, as {@code result.json} names them.
 *
 * @param upTo percentile up to which the probe is trusted; 100 if all of it is, or if trust is unknown
 * @param names doubtful figures beyond it, such as {@code p99.9} or {@code max}
 */
record Doubts(double upTo, Set<String> names) {
    private static final double ALL = 100;
    private static final double ROUNDING = 1e-9;

    static Doubts of(Optional<Trust> trust, Probe probe) {
        return trust.map(its -> its.probes().get(probe))
                .map(extent ->
                        new Doubts(Optional.ofNullable(extent.upTo()).orElse(ALL), Set.copyOf(extent.untrusted())))
                .orElse(new Doubts(ALL, Set.of()));
    }

    /** Returns whether a place of a curve is doubtful: beyond the trusted percentile, and beside a doubtful figure. */
    boolean isAt(double percentile) {
        if (percentile <= upTo + ROUNDING) {
            return false;
        }
        String before = "";
        String after = Trust.MAX;
        for (double stated : Percentiles.stated()) {
            if (stated <= percentile + ROUNDING) {
                before = Percentiles.label(stated);
            } else {
                after = Percentiles.label(stated);
                break;
            }
        }
        return names.contains(after) || names.contains(before);
    }
}
