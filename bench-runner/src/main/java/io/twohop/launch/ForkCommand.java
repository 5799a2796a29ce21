package io.twohop.launch;

import io.twohop.codec.CodecProvider;
import io.twohop.config.UserDirectories;
import io.twohop.engine.ForkMain;
import io.twohop.engine.ServiceMain;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.machine.ThisProcess;
import io.twohop.registry.Events;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.sandbox.OwnSession;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.TransportProvider;
import io.twohop.workload.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The command line of a JVM that measures. */
public final class ForkCommand {
    /** Options that Agrona's queues need, which every fork has. */
    public static final List<String> JVM_FLAGS = List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    private ForkCommand() {}

    /** Returns the options that transport and codec need, each once. */
    static Set<String> flags(TransportProvider<?> transport, CodecProvider codec) {
        Set<String> flags = new LinkedHashSet<>(JVM_FLAGS);
        flags.addAll(transport.jvmFlags());
        flags.addAll(codec.jvmFlags());
        return flags;
    }

    /** Returns the command of a fork. */
    static List<String> of(RunPlan plan) throws IOException, InterruptedException {
        return java(plan, ForkMain.class);
    }

    /** Returns the command of a service that serves a run begun on another machine. */
    public static List<String> ofService(RunPlan plan) throws IOException, InterruptedException {
        return java(plan, ServiceMain.class);
    }

    private static List<String> java(RunPlan plan, Class<?> main) throws IOException, InterruptedException {
        Scenario scenario = plan.scenario();
        TransportFile file = plan.transport();
        TransportProvider<?> transport = file.provider();
        CodecProvider codec = Providers.codec(file.common().codec());
        List<String> command = new ArrayList<>(OwnSession.command());
        command.addAll(Sandbox.of(scenario.faults()).command(plan.dataDirectory()));
        command.add(ThisProcess.java());
        command.addAll(flags(transport, codec));
        // A fork is halted, so libraries cannot delete the native code that they unpacked.
        command.add("-Djava.io.tmpdir=" + plan.dataDirectory());
        UserDirectories.homeFlag(plan.dataDirectory()).ifPresent(command::add);
        if (plan.recorder().file().isPresent()) {
            command.add(JvmRecorder.repositoryFlag(plan.dataDirectory()));
        }
        command.addAll(scenario.jvm().toFlags());
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-cp");
        List<Class<?>> modules = List.of(
                Providers.origin(transport),
                Providers.origin(codec),
                Providers.origin(Providers.service(scenario.service().name())),
                Events.origin(scenario.payload().event()),
                main);
        command.add(ForkClassPath.of(
                file.common().clientJars(), modules, file.configured().classPath()));
        command.add(main.getName());
        return command;
    }
}
