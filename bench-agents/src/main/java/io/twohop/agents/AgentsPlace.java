package io.twohop.agents;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.config.ConfigException;
import io.twohop.config.Secrets;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPart;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.fault.FaultTargets;
import io.twohop.launch.Attempt;
import io.twohop.launch.Place;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.Share;
import io.twohop.registry.TransportFile;
import io.twohop.transport.TransportException;
import io.twohop.workload.Fault;
import io.twohop.workload.Keys;
import io.twohop.workload.Mode;
import io.twohop.workload.Scenario;
import java.util.ArrayList;
import java.util.List;

/** A place that measures in parts, by agents. */
final class AgentsPlace extends Place {
    private final AgentsSession session;
    private final boolean controlIsBroker;

    /** @param controlIsBroker whether the control server may be the broker under test as well */
    AgentsPlace(AgentsSession session, boolean controlIsBroker) {
        this.session = session;
        this.controlIsBroker = controlIsBroker;
    }

    /** Returns the measurement of a load. */
    @Override
    public Measurement measurement(RunPlan plan) {
        Share share = new Share(
                0,
                session.members(AgentRole.LOAD).size(),
                0,
                services(plan.scenario(), session.members(AgentRole.SERVICE)));
        return Measurement.of(plan.part(new RunPart(Role.ENDS, share, 1), false, null));
    }

    /** Returns how many services answer; a deployed one counts as one, whatever it consists of. */
    static int services(Scenario scenario, List<Member> agents) {
        return scenario.service().isDeployed() ? 1 : agents.size();
    }

    @Override
    public Attempt attempt(int number, RunPlan plan, RunListener progress) {
        return new AgentsRun(session, number, plan, controlIsBroker, progress);
    }

    @Override
    public void check(RunPlan plan, Measurement measurement) {
        Scenario scenario = plan.scenario();
        int subscribers = scenario.topology().subscribers();
        int hops = scenario.topology().hops();
        if (scenario.load().mode() != Mode.LATENCY) {
            throw ConfigException.invalid("mode", scenario.load().mode(), "latency, with --agents");
        }
        if (subscribers > 1) {
            throw ConfigException.invalid(Keys.SUBSCRIBERS.name(), subscribers, "1, with --agents");
        }
        int services = session.members(AgentRole.SERVICE).size();
        boolean isDeployed = scenario.service().isDeployed();
        if (isDeployed && services > 0) {
            throw ConfigException.invalid(
                    "--agents", "service: " + services, "no agent of role service, since the service is deployed");
        }
        checkFaults(plan);
        boolean wantsService = hops == 2 && !isDeployed;
        if (wantsService == (services == 0)) {
            throw ConfigException.invalid(
                    "hops",
                    hops,
                    wantsService ? "1, without an agent of role service" : "2, with an agent of role service");
        }
        checkTransport(plan.transport(), measurement);
        checkSecrets(plan);
        if (!controlIsBroker) {
            // An address that refers to a secret of another machine is checked by the agents.
            SameServer.refuse(plan.transport(), session.control());
        }
    }

    @Override
    public List<String> faultTargets(Scenario scenario, TransportFile transport) {
        List<String> names = new ArrayList<>();
        List<Member> services = session.members(AgentRole.SERVICE);
        services.forEach(member -> names.addAll(AgentTargets.ofService(member.number(), services.size() == 1)));
        for (Member server : session.members(AgentRole.SERVER)) {
            names.addAll(AgentTargets.ofServer(
                    server.number(), transport.configured().faultTargets()));
        }
        return names;
    }

    /** Each load follows its own messages only; if a fault killed it, its results would be lost. */
    private void checkFaults(RunPlan plan) {
        List<Fault> faults = plan.scenario().faults();
        int loads = session.members(AgentRole.LOAD).size();
        if (!faults.isEmpty() && loads > 1) {
            throw ConfigException.invalid("--agents", "load: " + loads, "load: 1, with faults");
        }
        List<String> names = faultTargets(plan.scenario(), plan.transport());
        for (Fault fault : faults) {
            if (FaultTargets.resolve(fault.target(), names).isEmpty()) {
                throw ConfigException.invalid(
                        "faults",
                        fault.target(),
                        names.isEmpty()
                                ? "no faults, since no agent is a service or a server"
                                : "an agent that is a service or a server: " + String.join(", ", names));
            }
        }
    }

    private void checkTransport(TransportFile transport, Measurement measurement) {
        String name = transport.common().transport();
        if (!measurement.transport().provider().spansProcesses()) {
            throw new TransportException(name + ": stays within one process; use another transport with --agents");
        }
        boolean startsServer = transport.servers().isPresent() && !transport.isForeign();
        boolean hasServer = !session.members(AgentRole.SERVER).isEmpty();
        if (hasServer && !startsServer) {
            throw ConfigException.invalid(
                    "--agents",
                    "server: 1",
                    "no server, since " + transport.name() + " names its own or has none to start");
        }
        long machines = session.members().stream()
                .map(member -> member.info().machine())
                .distinct()
                .count();
        if (machines > 1 && !hasServer && !transport.isForeign()) {
            throw new TransportException(name + ": its server would be on one of " + machines
                    + " machines and listen there only; add server: 1 to --agents, or name one that all of them reach,"
                    + " with broker: external");
        }
    }

    /** A secret would pass through the control server. What results hide counts as one, such as a property that the client does not know. */
    private static void checkSecrets(RunPlan plan) {
        JsonNode scenario = Protocol.JSON.valueToTree(plan.scenario());
        if (!Secrets.redact(scenario).equals(scenario)) {
            throw ConfigException.invalid(
                    "the workload", "a secret in it", "none: agents read the workload from the control server");
        }
        TransportFile transport = plan.transport();
        List<String> secrets = changed("", transport.whole().toTree(), transport.shown());
        if (!secrets.isEmpty()) {
            throw ConfigException.invalid(
                    transport.name(),
                    "a secret in the file: " + String.join(", ", secrets),
                    "${env:NAME} or ${file:PATH} in its place, which each agent looks up on its own machine; a property that is no"
                            + " secret, but unknown to the client, belongs in showProperties");
        }
    }

    /** Returns the keys whose values differ. */
    private static List<String> changed(String path, JsonNode given, JsonNode shown) {
        if (given.equals(shown)) {
            return List.of();
        }
        return given.isObject() && shown.isObject()
                ? given.properties().stream()
                        .flatMap(entry ->
                                changed(path + "." + entry.getKey(), entry.getValue(), shown.path(entry.getKey()))
                                        .stream())
                        .toList()
                : List.of(path.substring(Math.min(1, path.length())));
    }
}
