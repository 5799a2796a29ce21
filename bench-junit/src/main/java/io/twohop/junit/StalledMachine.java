package io.twohop.junit;

import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Verdict;
import io.twohop.workload.Probe;
import java.util.concurrent.TimeUnit;

/** Tells a measurement that a stall of this machine spoilt, which passes, from what would only come again. */
final class StalledMachine {
    /** As long a delay of the harness itself is none of its own work. */
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private StalledMachine() {}

    /** Whether the rate was not held although every message arrived, and the machine had stalled. */
    static boolean spoilt(BenchmarkResult result) {
        return result.complete()
                && missedTheRate(result.verdict())
                && result.accounting().missing() == 0
                && result.forks().stream().anyMatch(StalledMachine::stalled);
    }

    /** A stall in the window looks like a backlog that grows, one across its end like a window that is too short; or it is named. */
    private static boolean missedTheRate(Verdict verdict) {
        return verdict instanceof Verdict.Saturated
                || verdict instanceof Verdict.Invalid invalid
                        && invalid.reasons().stream()
                                .allMatch(reason ->
                                        reason.contains(Verdict.NO_GROWTH) || reason.contains(Verdict.STARVED));
    }

    private static boolean stalled(Fork fork) {
        LatencySummary lateness = fork.probes().get(Probe.LATENESS);
        boolean generatorWaited = lateness != null && lateness.count() > 0 && lateness.maxNanos() >= STALL_NANOS;
        return generatorWaited || fork.tail() != null && fork.tail().stalls().maxNanos() >= STALL_NANOS;
    }
}
