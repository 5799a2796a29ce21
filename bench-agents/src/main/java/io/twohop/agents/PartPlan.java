package io.twohop.agents;

import io.twohop.engine.protocol.RunPart;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Scenario;
import java.nio.file.Path;

/**
 * An agent's part of a fork, as the coordinator sends it. References to secrets are as the file has them: each agent looks
 * them up on its own machine.
 *
 * @param runId unique among runs, the same for all parts
 * @param seat the agent that the part is for
 * @param transport the transport file in effect
 * @param part the messages that go through it
 * @param joins whether another part has made the channels
 * @param address address of a server that another part started; {@code null} for none
 * @param recorded whether its flight recording is kept
 * @param controlIsBroker whether the control server may be the broker under test as well
 */
record PartPlan(
        String runId,
        Seat seat,
        Scenario scenario,
        TransportFile transport,
        RunPart part,
        boolean joins,
        String address,
        boolean recorded,
        boolean controlIsBroker) {
    /**
     * An agent's place in a fork.
     *
     * @param attempt from 1: no two forks of a call have the same, whichever run they are of
     * @param fork from 1, of its run
     * @param agent number of the agent among the call's, from 1
     * @param role of the agent in the fork
     */
    record Seat(int attempt, int fork, int agent, AgentRole role) {}

    /** Returns the plan of the process that does this part's work, without a recording. */
    RunPlan runPlan(Path data, Path logs) {
        return RunPlan.of(runId, scenario, transport, data, logs).part(part, joins, address);
    }
}
