package io.twohop.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.result.Trust;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.util.HashSet;
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

    static Doubts of(JsonNode result, Probe probe) {
        JsonNode trust = result.path("trust").path("probes").path(probe.key());
        Set<String> names = new HashSet<>();
        trust.path("untrusted").forEach(name -> names.add(name.asText()));
        return new Doubts(trust.path("upTo").asDouble(ALL), Set.copyOf(names));
    }

    /** Returns whether a place of a curve is doubtful: beyond the trusted percentile, and beside a doubtful figure. */
    boolean isAt(double percentile) {
        if (percentile <= upTo + ROUNDING) {
            return false;
        }
        String before = null;
        String after = Trust.MAX;
        for (double stated : Percentiles.stated()) {
            if (stated <= percentile + ROUNDING) {
                before = Percentiles.label(stated);
            } else {
                after = Percentiles.label(stated);
                break;
            }
        }
        return names.contains(after) || before != null && names.contains(before);
    }
}
