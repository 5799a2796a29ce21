package io.twohop.engine;

import io.twohop.engine.protocol.ParentLink;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.recording.FlightRecording;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.transport.kit.RedactedLog;
import io.twohop.workload.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

/** The main class of a fork: measures what the plan on its standard input says, and dies with its parent. */
public final class ForkMain {
    /** To delete what would stay behind on external servers. */
    private static final Duration ORDERLY_LIMIT = Duration.ofSeconds(5);

    private static final int PASSES = 10;

    private static volatile boolean orphaned;

    private ForkMain() {}

    /** Runs the plan; takes no arguments. */
    public static void main(String[] arguments) throws IOException {
        ParentLink parent = ParentLink.open();
        RunPlan plan = parent.plan();
        ParentPeers peers = new ParentPeers(parent);
        Thread main = Thread.currentThread();
        parent.listen(peers, () -> cleanUp(main, plan));
        int status = 0;
        FlightRecording recording = new FlightRecording(plan.recorder());
        try {
            if (plan.scenario().load().pace() instanceof Pace.Search search) {
                new SearchEngine(plan, search.budget(), parent).run();
            } else {
                new Engine(Measurement.of(plan), parent, Timekeeper.REAL, plan.hasPeers() ? peers : OtherParts.NONE)
                        .run();
            }
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            parent.refuse(e);
            status = 1;
        }
        recording.close();
        // A stuck thread or a client library's own threads must not keep the process.
        if (!orphaned) {
            // After a close that took too long. A server that is stopped would not notice the end of its input.
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(status);
        }
    }

    private static void cleanUp(Thread main, RunPlan plan) {
        endOrderly(main, plan);
        // Servers that a transport started go first: they still write to the directory deleted next.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        RedactedLog.handOver(plan.serverLogs(), plan.logDirectory());
        Sandbox.of(plan.scenario().faults()).leave(plan.dataDirectory());
        // The run's threads run until the halt and may create files until then, as Chronicle does when it rolls.
        for (int pass = 0; pass < PASSES && Files.exists(plan.dataDirectory()); pass++) {
            OwnedDirectory.delete(plan.dataDirectory());
        }
        OwnedDirectory.deleteEmpty(plan.dataDirectory().getParent());
    }

    /** Lets the run delete what would stay behind on external servers; without such, there is nothing to wait for. */
    private static void endOrderly(Thread main, RunPlan plan) {
        if (Cleaning.isDue(plan)) {
            orphaned = true;
            main.interrupt();
            try {
                main.join(ORDERLY_LIMIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
