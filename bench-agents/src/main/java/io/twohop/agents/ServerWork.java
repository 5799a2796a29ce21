package io.twohop.agents;

import io.twohop.engine.PrivateDirectory;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import java.nio.file.Path;

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
        try (PrivateDirectory data = new PrivateDirectory();
                SharedServer server = plan().transport()
                        .startServer(listen, data.path(), logs())
                        .orElseThrow(() -> new TransportException("there is no server to start"))) {
            return PartReport.ofServer(stand(server.nodes(), server.access()));
        }
    }
}
