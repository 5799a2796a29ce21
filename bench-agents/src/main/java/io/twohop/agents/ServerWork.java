package io.twohop.agents;

import io.twohop.agents.Beat.Phase;
import io.twohop.engine.PrivateDirectory;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The broker that a run would start itself, where the other agents reach it. */
final class ServerWork extends PartWork {
    private static final long LOOK_MILLIS = 100;

    private final String listen;
    private final CountDownLatch end = new CountDownLatch(1);

    /** @param listen the address that the others reach it by */
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
            connectedAt(server.address());
            while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)
                    && server.obituary().isEmpty()) {
                // It serves.
            }
            return PartReport.ofService(null, null, server.obituary().orElse(null), List.of());
        }
    }

    @Override
    void start(long nanos) {
        to(Phase.WORKING);
    }

    @Override
    void finish() {
        end.countDown();
    }

    @Override
    void abort() {
        end.countDown();
    }
}
