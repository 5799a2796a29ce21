package io.twohop.transport.chronicle;

import io.twohop.transport.Mark;
import io.twohop.transport.PlannedBacklog;
import io.twohop.transport.RunContext;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The {@code chronicle} transport. Loads without Chronicle's classes and flags; only {@link #open} needs them. */
public final class ChronicleProvider implements TransportProvider<ChronicleConfig> {
    private static final int RESTRICTS_NATIVE_ACCESS = 24;

    @Override
    public String name() {
        return "chronicle";
    }

    @Override
    public String description() {
        return "Chronicle Queue: memory-mapped files on this host";
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(1_000, "each is a queue with files and maps of its own, and polling looks at every one");
    }

    @Override
    public List<String> files() {
        return List.of("chronicle.yaml", "chronicle-tuned.yaml", "chronicle-async.yaml", "chronicle-sync.yaml");
    }

    @Override
    public Transport open(ChronicleConfig config, RunContext context) throws IOException {
        return new ChronicleTransport(checked(config, context), context, Space::usableBytes);
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public List<String> faultTargets(ChronicleConfig config) {
        List<String> names = new ArrayList<>(List.of(Fault.CONSUMER));
        if (config.mode() == ChronicleConfig.Writing.ASYNC) {
            names.add(Drainer.NAME);
        }
        if (config.isPrivate()) {
            names.add(Fault.DISK);
        }
        return names;
    }

    /** A queue has messages and nothing beside them. */
    @Override
    public Set<Mark.Part> marks(ChronicleConfig config) {
        return Set.of(Mark.Part.FIELD);
    }

    /** Returns the directory of the queues, which belongs to the run alone. */
    static Path directory(ChronicleConfig config, RunContext context) {
        return config.isPrivate()
                ? context.dataDirectory()
                : config.parent(context).resolve(context.runId());
    }

    @Override
    public void check(ChronicleConfig config, RunContext context) {
        checked(config, context);
    }

    @Override
    public void checkBacklog(ChronicleConfig config, RunContext context, PlannedBacklog backlog) {
        DiskCheck.checkBacklog(checked(config, context), context, backlog);
    }

    /** Returns the configuration completed for a run that the disk can hold. */
    private static ChronicleConfig checked(ChronicleConfig config, RunContext context) {
        ChronicleConfig sized = config.forMessagesOf(context.traffic().maxMessageBytes());
        if (context.channels().areExisting()) {
            // The queues are checked where they are, and have their cycles.
            return sized.rollCycle() == null ? sized.rolling(RollCycleNames.NONE) : sized;
        }
        ChronicleConfig whole = DiskCheck.withCycle(sized, context);
        DiskCheck.check(whole, context);
        return whole;
    }

    @Override
    public List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(List.of(
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "-Dchronicle.analytics.disable=true",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        if (Runtime.version().feature() >= RESTRICTS_NATIVE_ACCESS) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }
}
