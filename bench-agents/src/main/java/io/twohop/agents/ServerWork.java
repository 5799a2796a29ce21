package io.twohop.agents;

import io.twohop.engine.PrivateDirectory;
import io.twohop.finding.Finding;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.RedactedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A part that runs the broker for the other agents. */
final class ServerWork extends StandingWork {
    private final String listen;

    /** @param listen address by which the other agents reach the broker */
    ServerWork(String call, PartPlan plan, String listen, Path logs, Control control, Runnable changed) {
        super(call, plan, logs, control, changed);
        this.listen = listen;
    }

    @Override
    PartReport measure() throws Exception {
        try (PrivateDirectory data = new PrivateDirectory()) {
            Path raw = Files.createDirectories(data.path().resolve("logs"));
            try {
                return serve(data.path(), raw);
            } finally {
                RedactedLog.handOver(raw, logs());
            }
        }
    }

    private PartReport serve(Path data, Path raw) throws Exception {
        try (SharedServer server = plan().transport()
                .startServer(listen, data, raw)
                .orElseThrow(() -> new TransportException("there is no server to start"))) {
            String failure = stand(server.nodes(), server.access());
            List<String> stops = server.nodes().stream()
                    .flatMap(node -> node.unaskedStop().stream())
                    .map(Finding::text)
                    .toList();
            return new PartReport(PartReport.Load.NONE, PartReport.Service.NONE, failure, stops);
        }
    }
}
