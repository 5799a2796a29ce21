package io.twohop.engine;

import io.twohop.measure.Window;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.pipeline.Role;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.Transport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parts of one measurement besides the pipeline: servers, the service's process, faults. The monitor only. */
final class RunParts {
    private final Measurement measurement;
    private final Peers peers;
    private final ServiceProcess service;
    private final RunFaults faults;
    private final List<FaultTarget> servers;

    RunParts(Measurement measurement, Transport transport, Peers peers) {
        this.measurement = measurement;
        this.peers = peers;
        service = measurement.scenario().service().process() && !isSpread()
                ? new ServiceProcess(
                        measurement.plan().joining(transport.address()),
                        measurement.context().notices())
                : null;
        faults = new RunFaults(measurement, transport, service, isSpread() ? peers : null);
        servers = transport.faultTargets();
    }

    RunFaults faults() {
        return faults;
    }

    /** Returns whether the service is at work on another machine. */
    private boolean isSpread() {
        return measurement.plan().part().spread();
    }

    PipelineSpec<?> pipelineSpec() {
        if (isSpread()) {
            return measurement.pipelineSpec(faults.outcomes(), Role.ENDS, peers.service());
        }
        return service == null
                ? measurement.pipelineSpec(faults.outcomes(), Role.WHOLE, null)
                : measurement.pipelineSpec(faults.outcomes(), Role.ENDS, service);
    }

    /** Returns the counts of a service in a process of its own. */
    ServiceCounts countsElsewhere() {
        return service == null ? ServiceCounts.NONE : service.counts();
    }

    /** Announces the measured window. */
    void begin(Window window) {
        if (service != null) {
            service.measure(window);
        }
    }

    /** Returns the time that messages took of a service in a process of its own, once that has ended. */
    List<WorkMeter.Sum> workElsewhere() {
        return service == null ? List.of() : service.work();
    }

    /** Returns the processes that the run started itself, by name. */
    Map<String, ProcessHandle> processes() {
        Map<String, ProcessHandle> processes = new LinkedHashMap<>();
        if (service != null) {
            service.handle().ifPresent(handle -> processes.put(service.name(), handle));
        }
        for (FaultTarget server : servers) {
            if (server instanceof ProcessTarget process) {
                process.handle().ifPresent(handle -> processes.put(process.name(), handle));
            }
        }
        return processes;
    }

    /** Returns whether a server has ended unasked; the transport's incidents say which one, and how. */
    boolean haveLostAServer() {
        for (FaultTarget server : servers) {
            if (server instanceof ProcessTarget process && process.unaskedEnd().isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the reason why a part can no longer do its work; {@code null} while all is well. */
    String failure() {
        if (service != null && service.failure() != null) {
            return service.failure();
        }
        if (faults.failure() != null) {
            return faults.failure();
        }
        return haveLostAServer() ? "ended early, without its server" : null;
    }

    /** Ends the service's process and takes over its reports. */
    void closeService() throws InterruptedException {
        if (service != null) {
            service.close();
            service.failedReplies().forEach(faults.outcomes()::failReply);
            service.unanswered().forEach(faults.outcomes()::drop);
        }
    }
}
