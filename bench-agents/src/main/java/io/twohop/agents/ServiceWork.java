package io.twohop.agents;

import io.twohop.engine.PrivateDirectory;
import io.twohop.engine.ServiceProcess;
import io.twohop.engine.protocol.ParentMessage;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.finding.Finding;
import io.twohop.launch.ForkCommand;
import io.twohop.transport.Notices;
import io.twohop.transport.kit.RedactedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A part that runs the service, in a child JVM. */
final class ServiceWork extends StandingWork {
    private volatile ServiceProcess service;

    ServiceWork(String call, PartPlan plan, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
    }

    @Override
    PartReport measure() throws Exception {
        try (PrivateDirectory data = new PrivateDirectory()) {
            PartPlan part = plan();
            RunPlan itsPlan = part.runPlan(data.path(), logs());
            Files.createDirectories(itsPlan.serverLogs());
            Notices notices = new Notices();
            service = new ServiceProcess(itsPlan, ForkCommand.ofService(itsPlan), notices);
            String failure;
            try {
                service.open();
                failure = stand(List.of(service), null);
            } finally {
                service.close();
                RedactedLog.rewrite(logs().resolve(ServiceProcess.LOG));
                RedactedLog.handOver(itsPlan.serverLogs(), logs());
            }
            service.unaskedStop().map(Finding::text).ifPresent(notices::add);
            return new PartReport(
                    PartReport.Load.NONE,
                    new PartReport.Service(service.counts(), service.taken().orElse(null), service.work()),
                    failure,
                    notices.list().stream().map(Notices.Notice::text).toList());
        }
    }

    @Override
    void onStart(ParentMessage.Start start) {
        service.start(start);
    }
}
