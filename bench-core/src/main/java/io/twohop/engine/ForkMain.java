package io.twohop.engine;

import io.twohop.engine.protocol.ErrorOutput;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.recording.FlightRecording;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.workload.Pace;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The main class of a forked JVM. Its only argument is the file with the plan; it answers on standard output and dies
 * when its standard input ends, which it does when the parent dies, however that happens.
 */
public final class ForkMain {
    /** To delete what would stay behind. */
    private static final Duration ORDERLY_LIMIT = Duration.ofSeconds(5);

    private static volatile boolean orphaned;

    private ForkMain() {}

    /** Runs the plan in the file named by the only argument. */
    public static void main(String[] arguments) throws IOException {
        ForkReporter parent = new ForkReporter(new FileOutputStream(FileDescriptor.out));
        ErrorOutput.install();
        Path file = Path.of(arguments[0]);
        RunPlan plan = Protocol.JSON.readValue(file.toFile(), RunPlan.class);
        // It may hold passwords, and nobody else needs it.
        Files.delete(file);
        ParentCommands commands = new ParentCommands(parent);
        dieWithParent(plan, commands);
        int status = 0;
        FlightRecording recording = plan.recording() == null
                ? null
                : new FlightRecording(plan.scenario().jfr(), plan.recording());
        try {
            if (plan.scenario().load().pace() instanceof Pace.Search search) {
                new SearchEngine(plan, search.budget(), parent).run();
            } else {
                new Engine(Measurement.of(plan), parent, plan.hasPeers() ? commands : Peers.NONE).run();
            }
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            parent.onRefused(e.getMessage() == null ? e.toString() : e.getMessage());
            status = 1;
        }
        if (recording != null) {
            recording.close();
        }
        // A stuck thread or a client library's own threads must not keep the process.
        if (!orphaned) {
            Runtime.getRuntime().halt(status);
        }
    }

    private static void dieWithParent(RunPlan plan, ParentCommands commands) {
        Thread main = Thread.currentThread();
        Thread watcher = new Thread(
                () -> {
                    commands.readAll(System.in);
                    endOrderly(main, plan);
                    // Servers that a transport started first: they still write to what is deleted next.
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                    Sandbox.of(plan.scenario().faults()).leave(plan.dataDirectory());
                    OwnedDirectory.delete(plan.dataDirectory());
                    OwnedDirectory.deleteEmpty(plan.dataDirectory().getParent());
                    Runtime.getRuntime().halt(1);
                },
                "parent-watcher");
        watcher.start();
    }

    /** Where something has to be deleted that would stay behind; else there is nothing to wait for. */
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
