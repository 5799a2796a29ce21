package io.twohop.run;

import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.List;

/** Makes a plan's counterpart over loopback: what is left of the latency when the transport costs next to nothing. */
final class FloorRun {
    static final String LOOPBACK = "loopback";

    private static final Duration LONGEST_WARMUP = Duration.ofSeconds(10);

    private FloorRun() {}

    static RunPlan of(RunPlan plan) {
        Workload workload = plan.workload();
        Workload shorter = workload.toBuilder()
                .warmup(shorter(workload.warmup(), LONGEST_WARMUP))
                .duration(shorter(workload.duration(), workload.floor()))
                .service(workload.service().name())
                .faults(List.of())
                .build();
        return new RunPlan(
                plan.runId(),
                plan.workloadName(),
                shorter.toDocument().toYaml(),
                LOOPBACK,
                "transport: " + LOOPBACK + "\ncodec: "
                        + plan.transportFile().common().codec() + "\n",
                plan.dataDirectory(),
                plan.dataDirectory(),
                null,
                false,
                null);
    }

    static Duration expectedDuration(Workload workload) {
        return shorter(workload.warmup(), LONGEST_WARMUP).plus(shorter(workload.duration(), workload.floor()));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
