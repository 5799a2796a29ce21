package io.twohop.testing.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Kind;
import io.twohop.result.Rates;
import io.twohop.result.Verdict;
import io.twohop.workload.Slo;

/** Verdicts that a run may have on a machine that others use as well. */
public final class SoundRuns {
    private SoundRuns() {}

    /**
     * Asserts that a run is sound. A busy machine may have stalled a short window, if the counts say so as well.
     *
     * @param rates that were judged
     */
    public static void assertSound(Verdict verdict, Rates rates) {
        if (verdict instanceof Verdict.Invalid invalid) {
            assertThat(invalid.findings()).allMatch(finding -> finding.kind() == Kind.RATE && finding.invalidates());
            assertThat(rates.heldShare()).as(verdict.toString()).isLessThan(Slo.NONE.leastAchieved());
        }
    }
}
