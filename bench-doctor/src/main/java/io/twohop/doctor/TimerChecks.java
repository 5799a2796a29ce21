package io.twohop.doctor;

import static io.twohop.doctor.Amounts.time;

import java.util.List;
import java.util.Set;
import org.agrona.concurrent.NanoClock;

/** Checks of the clock that all times are measured by. */
final class TimerChecks {
    private static final int READINGS = 200_000;

    /** A slower reading goes through the kernel. */
    private static final double SLOW_NANOS = 100;

    private static final long COARSE_NANOS = 1_000;
    private static final String SOURCES = "sys/devices/system/clocksource/clocksource0/";

    /** Counters of the CPU, which a process reads without the kernel. */
    private static final Set<String> OF_THE_CPU = Set.of("tsc", "arch_sys_counter", "hyperv_clocksource_tsc_page");

    private TimerChecks() {}

    static List<Check> of(SystemFiles files, NanoClock clock) {
        return List.of(readings(clock), source(files));
    }

    private static Check readings(NanoClock clock) {
        long step = Long.MAX_VALUE;
        long first = clock.nanoTime();
        long last = first;
        for (int i = 0; i < READINGS; i++) {
            long now = clock.nanoTime();
            if (now > last) {
                step = Math.min(step, now - last);
            }
            last = now;
        }
        double cost = (last - first) / (double) READINGS;
        return CheckRules.READINGS.warnsIf(
                cost > SLOW_NANOS || step > COARSE_NANOS,
                Check.figures("costNanos", cost, "stepNanos", step),
                time(cost),
                time(step));
    }

    private static Check source(SystemFiles files) {
        return files.text(SOURCES + "current_clocksource")
                .map(current -> source(
                        current, files.text(SOURCES + "available_clocksource").orElse(current)))
                .orElseGet(CheckRules.CLOCK_SOURCE::unknown);
    }

    private static Check source(String current, String available) {
        boolean offered = List.of(available.split("\\s+")).contains("tsc");
        CheckRule rule = offered ? CheckRules.CLOCK_SOURCE : CheckRules.CLOCK_SOURCE_WITHOUT_TSC;
        return rule.warnsIf(
                !OF_THE_CPU.contains(current),
                Check.figures("clockSource", current, "available", available),
                current,
                OF_THE_CPU.contains(current) ? "" : ", and no tsc to choose");
    }
}
