package io.twohop.agents;

import io.twohop.fault.FaultTargets;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.ProcessTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Names by which faults address an agent's processes: the agent's own name, and the name of its role on one machine. */
final class AgentTargets {
    private static final String AGENT = "agent-";
    private static final String BROKER = "broker-";

    private AgentTargets() {}

    /** @param only whether the call has one service */
    static List<String> ofService(int agent, boolean only) {
        return only ? List.of(AGENT + agent, FaultTargets.SERVICE) : List.of(AGENT + agent);
    }

    /** @param all targets of the transport; only clients know roles among its nodes, so agents do not have them */
    static List<String> ofServer(int agent, Collection<String> all) {
        List<String> names = new ArrayList<>(
                all.stream().filter(name -> name.startsWith(BROKER)).toList());
        if (names.size() == 1) {
            names.add(AGENT + agent);
        }
        return names;
    }

    /** Returns an agent's processes as targets, one for each name. */
    static List<FaultTarget> of(PartPlan plan, List<? extends ProcessTarget> processes) {
        List<String> names = plan.seat().role() == AgentRole.SERVER
                ? ofServer(
                        plan.seat().agent(),
                        processes.stream().map(FaultTarget::name).toList())
                : ofService(plan.seat().agent(), plan.part().share().services() == 1);
        List<FaultTarget> targets = new ArrayList<>();
        for (String name : names) {
            targets.add(processes.stream()
                    .filter(process -> process.name().equals(name))
                    .<FaultTarget>map(process -> process)
                    .findFirst()
                    .orElseGet(() -> new Named(name, processes.get(0))));
        }
        return targets;
    }

    /** Returns the faults that are for one of these targets. */
    static List<Fault> faults(List<Fault> faults, List<FaultTarget> targets) {
        List<String> names = targets.stream().map(FaultTarget::name).toList();
        return faults.stream()
                .filter(fault -> FaultTargets.resolve(fault.target(), names).isPresent())
                .toList();
    }

    /** A process under another name. */
    private record Named(String name, FaultTarget process) implements FaultTarget {
        @Override
        public void prepare() throws IOException, InterruptedException {
            process.prepare();
        }

        @Override
        public void begin(Fault fault) throws IOException, InterruptedException {
            process.begin(fault);
        }

        @Override
        public void end(Fault fault) throws IOException, InterruptedException {
            process.end(fault);
        }
    }
}
