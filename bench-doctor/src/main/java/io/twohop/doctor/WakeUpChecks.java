package io.twohop.doctor;

import static io.twohop.doctor.Amounts.time;

import io.twohop.result.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Checks of how late an idle thread runs again. */
final class WakeUpChecks {
    /** The sleep of an idle thread of a run ({@code idle: park}), and one in which a CPU enters a deeper idle state. */
    private static final List<Long> ASKED_NANOS =
            List.of(TimeUnit.MICROSECONDS.toNanos(50), TimeUnit.MILLISECONDS.toNanos(1));

    /** The 50 us of slack that Linux gives timers and a context switch take less. */
    private static final long SLOW_NANOS = 150_000;

    /** A longer wait is for other threads, not for a timer or an idle CPU. */
    private static final long LATE_NANOS = 1_000_000;

    private WakeUpChecks() {}

    /** @param handOverNanos between two threads that spin; empty where not known */
    static List<Check> of(WakeUps wakeUps, long forNanos, Optional<Double> handOverNanos) throws InterruptedException {
        List<Check> checks = new ArrayList<>();
        for (long asked : ASKED_NANOS) {
            Histogram late = wakeUps.late(asked, forNanos);
            checks.add(check("park " + time(asked), " late", late));
        }
        checks.add(check("unpark", "", wakeUps.handOvers(forNanos)));
        checks.add(handOverNanos
                .map(nanos -> CheckRules.SPINNING.states(Check.figures("handOverNanos", nanos), time(nanos)))
                .orElseGet(CheckRules.SPINNING::unknown));
        return checks;
    }

    static Check check(String name, String late, Histogram histogram) {
        LatencySummary latency = LatencySummary.of(histogram);
        boolean slow = histogram.getValueAtPercentile(50) > SLOW_NANOS;
        boolean stalled = histogram.getValueAtPercentile(99) > LATE_NANOS;
        CheckRule rule = stalled ? CheckRules.WAKE_UP_LATE : CheckRules.WAKE_UP;
        return rule.of(name).warnsIf(slow || stalled, Amounts.figures(latency), Amounts.latencies(latency), late);
    }
}
