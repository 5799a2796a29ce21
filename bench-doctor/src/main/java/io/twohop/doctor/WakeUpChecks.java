package io.twohop.doctor;

import static io.twohop.doctor.Amounts.time;

import io.twohop.result.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How late a thread runs that had nothing to do. */
final class WakeUpChecks {
    private static final String GROUP = "wake-up";

    /** What an idle thread of a run naps ({@code idle: park}), and long enough for a CPU to fall asleep more deeply. */
    private static final List<Long> ASKED_NANOS =
            List.of(TimeUnit.MICROSECONDS.toNanos(50), TimeUnit.MILLISECONDS.toNanos(1));

    /** More than the 50 us of slack that Linux gives timers, and the switch. */
    private static final long SLOW_NANOS = 150_000;

    /** What a thread waits for others, not for a timer or an idle CPU. */
    private static final long LATE_NANOS = 1_000_000;

    private static final String SLOW = "idle CPUs sleep deeply: sudo cpupower idle-set -D 10"
            + "\n(all but states left within 10 us); docs/TUNING.md, C-states";
    private static final String LATE = "others had the core: stop them, or leave cores free";

    private WakeUpChecks() {}

    /** @param handOverNanos between two threads that spin; null where not known */
    static List<Check> of(WakeUps wakeUps, long forNanos, Double handOverNanos) throws InterruptedException {
        List<Check> checks = new ArrayList<>();
        for (long asked : ASKED_NANOS) {
            Histogram late = wakeUps.late(asked, forNanos);
            checks.add(check("park " + time(asked), " late", late));
        }
        checks.add(check("unpark", "", wakeUps.handOvers(forNanos)));
        checks.add(
                handOverNanos == null
                        ? Check.unknown(GROUP, "spinning")
                        : Check.ok(
                                GROUP,
                                "spinning",
                                time(handOverNanos) + " from one thread to another",
                                Check.figures("handOverNanos", handOverNanos)));
        return checks;
    }

    static Check check(String name, String late, Histogram histogram) {
        LatencySummary latency = LatencySummary.of(histogram);
        boolean slow = histogram.getValueAtPercentile(50) > SLOW_NANOS;
        boolean stalled = histogram.getValueAtPercentile(99) > LATE_NANOS;
        return Check.of(
                GROUP,
                name,
                Amounts.latencies(latency) + late,
                Amounts.figures(latency),
                slow || stalled,
                stalled ? LATE : SLOW);
    }
}
