package io.twohop.cli;

import io.twohop.agents.Agent;
import io.twohop.agents.AgentRole;
import io.twohop.agents.ControlOptions;
import io.twohop.config.Secrets;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench agent}: does parts of runs that are started elsewhere. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Waits for calls of the bench on other machines, and does its part of their runs.",
            "It runs only what is on its own class path, and only for calls of the same build.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench agent --nats tls://control:4222 --creds a.creds",
            "  bench agent --nats nats://control:4222 --roles service --label rack=1",
            "",
            "Exit codes: 2 bad input, 130 interrupted by Ctrl-C, 143 by SIGTERM.",
            "How agents work, and the rights of their users: docs/AGENTS.md."
        })
final class AgentCommand implements Callable<Integer> {
    @Mixin
    private ControlMixin control;

    @Option(
            names = "--roles",
            split = ",",
            paramLabel = "<role>",
            description = "What it may be given: load, service (default: both).")
    private List<AgentRole> roles = List.of(AgentRole.values());

    @Option(
            names = "--label",
            paramLabel = "<key>=<value>",
            description = "To be chosen by; may be given several times.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--name", paramLabel = "<name>", description = "For people (default: the machine's).")
    private String name;

    @Option(
            names = "--directory",
            paramLabel = "<directory>",
            defaultValue = "agent",
            description = "Where what it measured stays if nobody takes it (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(names = "--with-parent", hidden = true, description = "Ends when standard input does.")
    private boolean withParent;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ControlOptions options = control.options();
        Set<AgentRole> given = EnumSet.copyOf(roles);
        Agent agent = new Agent(new Agent.Settings(name, given, labels, directory), options, System.out);
        CountDownLatch end = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "agent-end"));
        System.out.println("agent: " + agent.info().name() + " waits at " + Secrets.redact(options.url()) + " (build "
                + agent.info().build() + ")");
        if (withParent) {
            while (System.in.read() >= 0) {
                // The parent never writes; it only holds the other end open.
            }
            return ExitCode.OK;
        }
        end.await();
        return ExitCode.OK;
    }
}
