package io.twohop.doctor;

import static io.twohop.doctor.Amounts.time;

import java.util.List;
import java.util.Set;
import org.agrona.concurrent.NanoClock;

/** The clock that everything is measured by. */
final class TimerChecks {
    private static final String GROUP = "timer";
    private static final int READINGS = 200_000;

    /** A reading that takes longer goes through the kernel. */
    private static final double SLOW_NANOS = 100;

    private static final long COARSE_NANOS = 1_000;
    private static final String SOURCES = "sys/devices/system/clocksource/clocksource0/";

    /** Counters of the CPU itself, which a process reads without the kernel. */
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
        return Check.of(
                GROUP,
                "nanoTime",
                time(cost) + " a reading, shortest step seen " + time(step),
                Check.figures("costNanos", cost, "stepNanos", step),
                cost > SLOW_NANOS || step > COARSE_NANOS,
                "slow or coarse: see clock source");
    }

    private static Check source(SystemFiles files) {
        String current = files.text(SOURCES + "current_clocksource").orElse(null);
        if (current == null) {
            return Check.unknown(GROUP, "clock source");
        }
        String available = files.text(SOURCES + "available_clocksource").orElse(current);
        boolean offered = List.of(available.split("\\s+")).contains("tsc");
        return Check.of(
                GROUP,
                "clock source",
                current + (offered || OF_THE_CPU.contains(current) ? "" : ", and no tsc to choose"),
                Check.figures("clockSource", current, "available", available),
                !OF_THE_CPU.contains(current),
                offered
                        ? "echo tsc | sudo tee \\\n/" + SOURCES + "current_clocksource"
                        : "dmesg | grep -i tsc says why the kernel does without it");
    }
}
