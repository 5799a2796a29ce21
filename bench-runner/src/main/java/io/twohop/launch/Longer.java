package io.twohop.launch;

import io.twohop.config.Quantities;
import io.twohop.workload.Workload;
import java.time.Duration;

/**
 * What to repeat a run with that was too short: twice the times that it had.
 *
 * @param warmup it had
 * @param duration it had
 * @param floor it had
 */
record Longer(Duration warmup, Duration duration, Duration floor) {
    /** Less is hardly worth a repetition. */
    private static final Duration LEAST = Duration.ofSeconds(10);

    static Longer than(Workload workload) {
        return new Longer(workload.warmup(), workload.duration(), workload.floor());
    }

    String warmUp() {
        return "warm up longer, for example with " + twice("warmup", warmup);
    }

    String measure() {
        return "measure longer, for example with " + twice("duration", duration);
    }

    String measureFloor() {
        return "measure it longer with " + twice("floor", floor);
    }

    private static String twice(String key, Duration had) {
        Duration twice = had.multipliedBy(2);
        return "-D" + key + "=" + Quantities.text(twice.compareTo(LEAST) < 0 ? LEAST : twice);
    }
}
