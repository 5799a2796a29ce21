package io.twohop.launch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.ThreadLayout;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.List;

/**
 * Makes a plan's counterpart over loopback: what is left of the latency when the transport costs next to nothing. All else
 * is as it was in the run that it stands under: its threads, how they wait, its consumers, what records it, and which keys are
 * chosen, though loopback sends none.
 */
final class FloorRun {
    private static final String LOOPBACK = "loopback";

    private static final Duration LONGEST_WARMUP = Duration.ofSeconds(10);

    private FloorRun() {}

    /** Whether it would say anything. */
    static boolean isWanted(Workload workload, TransportFile transport) {
        return workload.mode() != Mode.THROUGHPUT
                && !workload.floor().isZero()
                && !transport.common().transport().equals(LOOPBACK);
    }

    /** @param measured what the run's own choice of threads came to: over loopback it might come to another */
    static RunPlan of(RunPlan plan, ThreadLayout measured) {
        Workload workload = plan.workload();
        Workload shorter = workload.toBuilder()
                .warmup(shorter(workload.warmup(), LONGEST_WARMUP))
                .duration(shorter(workload.duration(), workload.floor()))
                .service(workload.service().inMeasuringProcess())
                .faults(List.of())
                .layout(measured.layout())
                .idle(measured.idle())
                .build();
        ObjectNode loopback = JsonNodeFactory.instance
                .objectNode()
                .put("transport", LOOPBACK)
                .put("codec", plan.transport().common().codec())
                .put("consumers", Integer.toString(measured.consumers() / workload.subscribers()));
        return plan.with(shorter, TransportFile.of(YamlDocument.of(LOOPBACK, loopback)), plan.recording());
    }

    static Duration expectedDuration(Workload workload) {
        return shorter(workload.warmup(), LONGEST_WARMUP).plus(shorter(workload.duration(), workload.floor()));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
