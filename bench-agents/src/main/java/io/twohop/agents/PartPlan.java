package io.twohop.agents;

import io.twohop.engine.protocol.RunPart;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Scenario;

/**
 * An agent's part of a fork, as it is kept in the control server. References to secrets are as the file has them: each agent looks
 * them up on its own machine.
 *
 * @param runId unique among runs, the same for all parts
 * @param attempt from 1: no two forks of a call have the same, whichever run they are of
 * @param fork from 1, of its run
 * @param agent which of the call's agents it is for, from 1
 * @param scenario of the run
 * @param transport the transport file in effect
 * @param role of the agent in it
 * @param part which messages go through it; null of a server
 * @param joins whether another part has made the channels
 * @param address of a server that another part started; null for none
 * @param recorded whether its flight recording is kept
 * @param controlIsBroker whether the control server may be the broker under test as well
 */
record PartPlan(
        String runId,
        int attempt,
        int fork,
        int agent,
        Scenario scenario,
        TransportFile transport,
        AgentRole role,
        RunPart part,
        boolean joins,
        String address,
        boolean recorded,
        boolean controlIsBroker) {}
