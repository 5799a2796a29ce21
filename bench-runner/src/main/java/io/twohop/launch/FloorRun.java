package io.twohop.launch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.ThreadLayout;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Placement;
import io.twohop.workload.Scenario;
import io.twohop.workload.Workload;
import java.time.Duration;

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

    /**
     * Returns the plan of the floor.
     *
     * @param length of its window, unless the run's own is shorter
     * @param measured what the run's own choice of threads came to: over loopback it might come to another
     */
    static RunPlan of(RunPlan plan, Duration length, ThreadLayout measured) {
        Scenario scenario = plan.scenario();
        Load load = scenario.load();
        Scenario shorter = scenario.with(
                        load.lasting(shorter(load.warmup(), LONGEST_WARMUP), shorter(load.duration(), length)))
                .with(scenario.service().inMeasuringProcess())
                .with(new Placement(
                        measured.layout(), measured.idle(), scenario.placement().affinity()))
                .withoutFaults();
        ObjectNode loopback = JsonNodeFactory.instance
                .objectNode()
                .put("transport", LOOPBACK)
                .put("codec", plan.transport().common().codec())
                .put(
                        "consumers",
                        Integer.toString(
                                measured.consumers() / scenario.topology().subscribers()));
        return plan.with(shorter, TransportFile.of(YamlDocument.of(LOOPBACK, loopback)), plan.recording());
    }

    static Duration expectedDuration(Workload workload) {
        return shorter(workload.warmup(), LONGEST_WARMUP).plus(shorter(workload.duration(), workload.floor()));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
