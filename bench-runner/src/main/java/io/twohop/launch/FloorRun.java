package io.twohop.launch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.ThreadLayout;
import io.twohop.config.Quantities;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.registry.TransportFile;
import io.twohop.result.Floor;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Placement;
import io.twohop.workload.Scenario;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.Optional;

/**
 * Derives a plan's counterpart without a broker, which measures what harness, codec and waiting cost by themselves: over sockets if the
 * run's consumers block in the kernel, over memory if they poll. Threads, idle strategy, consumers, recording and keys are those of the
 * run, though neither transport sends keys.
 */
final class FloorRun {
    private static final Duration LONGEST_WARMUP = Duration.ofSeconds(10);

    private FloorRun() {}

    /** Returns whether a floor makes sense for a run. */
    static boolean isWanted(Workload workload, TransportFile transport) {
        return workload.mode() != Mode.THROUGHPUT
                && !workload.floor().isZero()
                && !transport.common().transport().equals(Floor.LOOPBACK)
                && !transport.common().transport().equals(Floor.TCP);
    }

    /**
     * Returns the transport of the floor; empty if consumers sleep between two polls, since a transport that wakes them is faster.
     *
     * @param measured the layout of the run
     */
    static Optional<String> transport(ThreadLayout measured) {
        if (measured.parksConsumers()) {
            return Optional.empty();
        }
        return Optional.of(measured.blocks() ? Floor.TCP : Floor.LOOPBACK);
    }

    /**
     * Returns the plan of the floor.
     *
     * @param transport of the floor
     * @param length of its window, unless the run's own is shorter
     * @param measured the layout of the run; over this transport the choice might be another
     */
    static RunPlan of(RunPlan plan, String transport, Duration length, ThreadLayout measured) {
        Scenario scenario = plan.scenario();
        Load load = scenario.load();
        Scenario shorter = scenario.with(load.lasting(
                        Quantities.shorter(load.warmup(), LONGEST_WARMUP), Quantities.shorter(load.duration(), length)))
                .with(scenario.service().inMeasuringProcess())
                .with(new Placement(
                        measured.layout(), measured.idle(), scenario.placement().affinity()))
                .withoutFaults();
        ObjectNode file = JsonNodeFactory.instance
                .objectNode()
                .put("transport", transport)
                .put("codec", plan.transport().common().codec())
                .put(
                        "consumers",
                        Integer.toString(
                                measured.consumers() / scenario.topology().subscribers()));
        return plan.with(shorter, TransportFile.of(YamlDocument.of(transport, file)));
    }

    static Duration expectedDuration(Workload workload) {
        return Quantities.shorter(workload.warmup(), LONGEST_WARMUP)
                .plus(Quantities.shorter(workload.duration(), workload.floor()));
    }
}
