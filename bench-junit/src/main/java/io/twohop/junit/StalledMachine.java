package io.twohop.junit;

import io.twohop.finding.Kind;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.workload.Probe;
import java.util.concurrent.TimeUnit;

/** Recognizes measurements that a stall of this machine spoilt, and that a retry may repair. */
final class StalledMachine {
    /** Delay of the harness that only a stall of the machine causes. */
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private StalledMachine() {}

    /** Returns whether the rate was not held although every message arrived, while the machine stalled. */
    static boolean spoilt(BenchmarkResult result) {
        return result.complete()
                && missedTheRate(result.verdict())
                && result.accounting().orElseThrow().missing() == 0
                && result.forks().stream().anyMatch(StalledMachine::stalled);
    }

    /** A stall looks like a growing backlog, or across the window's end like a window that is too short; or a reason names it. */
    private static boolean missedTheRate(Verdict verdict) {
        return verdict instanceof Verdict.Saturated
                || verdict instanceof Verdict.Invalid invalid
                        && invalid.findings().stream()
                                .allMatch(finding -> finding.kind() == Kind.RATE && finding.invalidates());
    }

    private static boolean stalled(Fork fork) {
        return fork.latency(Probe.LATENESS).maxNanos() >= STALL_NANOS
                || fork.tail()
                        .filter(tail -> tail.stalls().maxNanos() >= STALL_NANOS)
                        .isPresent();
    }
}
