package io.twohop.launch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.ThreadLayout;
import io.twohop.config.Quantities;
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
 * Derives a plan's counterpart over loopback, which measures the latency without the cost of a transport. Threads, idle strategy,
 * consumers, recording and keys are those of the run, though loopback sends no keys.
 */
final class FloorRun {
    private static final String LOOPBACK = "loopback";

    private static final Duration LONGEST_WARMUP = Duration.ofSeconds(10);

    private FloorRun() {}

    /** Returns whether a floor makes sense for a run. */
    static boolean isWanted(Workload workload, TransportFile transport) {
        return workload.mode() != Mode.THROUGHPUT
                && !workload.floor().isZero()
                && !transport.common().transport().equals(LOOPBACK);
    }

    /**
     * Returns the plan of the floor.
     *
     * @param length of its window, unless the run's own is shorter
     * @param measured the layout of the run; over loopback the choice might be another
     */
    static RunPlan of(RunPlan plan, Duration length, ThreadLayout measured) {
        Scenario scenario = plan.scenario();
        Load load = scenario.load();
        Scenario shorter = scenario.with(load.lasting(
                        Quantities.shorter(load.warmup(), LONGEST_WARMUP), Quantities.shorter(load.duration(), length)))
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
        return plan.with(shorter, TransportFile.of(YamlDocument.of(LOOPBACK, loopback)));
    }

    static Duration expectedDuration(Workload workload) {
        return Quantities.shorter(workload.warmup(), LONGEST_WARMUP)
                .plus(Quantities.shorter(workload.duration(), workload.floor()));
    }
}
