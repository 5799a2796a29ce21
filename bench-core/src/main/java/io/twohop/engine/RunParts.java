package io.twohop.engine;

import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.RemoteService;
import io.twohop.pipeline.Role;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.Transport;
import io.twohop.workload.ServiceOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The parts of one measurement besides the pipeline: servers, the service's process, faults. The monitor only. */
final class RunParts {
    private final Measurement measurement;
    private final OtherParts others;
    private final RunFaults faults;
    private final List<FaultTarget> servers;

    RunParts(Measurement measurement, Transport transport, OtherParts given) {
        this.measurement = measurement;
        others = parts(measurement, transport, given);
        faults = new RunFaults(measurement, transport, others);
        servers = transport.faultTargets();
    }

    /** @param given parts that this process knows through its parent; {@link OtherParts#NONE} for none */
    private static OtherParts parts(Measurement measurement, Transport transport, OtherParts given) {
        ServiceOptions service = measurement.scenario().service();
        if (service.isDeployed()) {
            return new DeployedService(measurement, transport, given);
        }
        if (given != OtherParts.NONE) {
            return given;
        }
        return service.process()
                ? new ServiceProcess(
                        measurement.plan().joining(transport.address()),
                        measurement.context().notices())
                : OtherParts.NONE;
    }

    RunFaults faults() {
        return faults;
    }

    OtherParts others() {
        return others;
    }

    PipelineSpec<?> pipelineSpec() {
        return measurement.pipelineSpec(
                faults.outcomes(),
                faults.gate(),
                others.role(),
                others.role() == Role.WHOLE ? RemoteService.NONE : others);
    }

    Map<String, ProcessHandle> processes() {
        Map<String, ProcessHandle> processes = new LinkedHashMap<>();
        Stream.concat(others.process().stream(), serverProcesses())
                .forEach(process -> process.handle().ifPresent(handle -> processes.put(process.name(), handle)));
        return processes;
    }

    private Stream<ProcessTarget> serverProcesses() {
        return servers.stream().filter(ProcessTarget.class::isInstance).map(ProcessTarget.class::cast);
    }

    /** Returns whether a server has ended by itself; the transport's incidents say which, and how. */
    boolean haveLostAServer() {
        return serverProcesses().map(ProcessTarget::unaskedEnd).anyMatch(Optional::isPresent);
    }

    /** Returns why a part can no longer do its work. */
    Optional<String> failure() {
        return others.broken()
                .or(faults::failure)
                .or(() -> haveLostAServer() ? Optional.of("ended early, without its server") : Optional.empty());
    }

    /** Ends the other parts that this process started, and takes over what they reported. */
    void end() throws InterruptedException {
        others.end(faults.outcomes());
    }
}
