package io.twohop.launch;

import io.twohop.engine.RunPlan;
import io.twohop.pipeline.ThreadLayout;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.List;

/**
 * Makes a plan's counterpart over loopback: what is left of the latency when the transport costs next to nothing. All else
 * is as it was in the run that it stands under: its threads, how they wait, its consumers, and what records it.
 */
final class FloorRun {
    static final String LOOPBACK = "loopback";

    private static final Duration LONGEST_WARMUP = Duration.ofSeconds(10);

    private FloorRun() {}

    /** @param measured what the run's own choice of threads came to: over loopback it might come to another */
    static RunPlan of(RunPlan plan, ThreadLayout measured) {
        Workload workload = plan.workload();
        Workload shorter = workload.toBuilder()
                .warmup(shorter(workload.warmup(), LONGEST_WARMUP))
                .duration(shorter(workload.duration(), workload.floor()))
                .service(workload.service().name())
                .faults(List.of())
                .layout(measured.layout())
                .idle(measured.idle())
                .build();
        return new RunPlan(
                plan.runId(),
                plan.workloadName(),
                shorter.toDocument().toYaml(),
                LOOPBACK,
                "transport: " + LOOPBACK + "\ncodec: "
                        + plan.transportFile().common().codec() + "\nconsumers: " + measured.consumers() + "\n",
                plan.dataDirectory(),
                plan.dataDirectory(),
                plan.recording(),
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
