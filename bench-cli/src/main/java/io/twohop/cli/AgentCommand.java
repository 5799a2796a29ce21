package io.twohop.cli;

import io.twohop.agents.Agent;
import io.twohop.agents.AgentRole;
import io.twohop.agents.ControlOptions;
import io.twohop.config.ConfigException;
import io.twohop.config.Secrets;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
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
            description = "What it may be given: load, service, server (default: load, service).")
    private List<AgentRole> roles = List.of(AgentRole.LOAD, AgentRole.SERVICE);

    @Option(
            names = "--label",
            paramLabel = "<key>=<value>",
            description = "To be chosen by; may be given several times.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--name", paramLabel = "<name>", description = "For people (default: the machine's).")
    private String name;

    @Option(
            names = "--listen",
            paramLabel = "<address>",
            description = "With role server: the address of this machine that the others reach.")
    private String listen;

    @Option(
            names = "--directory",
            paramLabel = "<directory>",
            defaultValue = "agent",
            description = "Where what it measured stays if nobody takes it (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(names = "--once", description = "Works for one call, and ends.")
    private boolean once;

    @Option(
            names = "--with-parent",
            description =
                    "Ends when its standard input does, as when the ssh connection breaks that it was started over.")
    private boolean withParent;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ControlOptions options = control.options();
        Set<AgentRole> given = EnumSet.copyOf(roles);
        checkListen(given);
        Agent agent = new Agent(new Agent.Settings(name, given, labels, listen, directory), options, System.out);
        Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "agent-end"));
        System.out.println("agent: " + agent.info().name() + " waits at " + Secrets.redact(options.url()) + " (build "
                + agent.info().build() + ")");
        if (withParent) {
            endWithInput();
        }
        if (once) {
            agent.awaitCall();
        } else {
            new CountDownLatch(1).await();
        }
        return ExitCode.OK;
    }

    private static void endWithInput() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nobody writes; the parent only holds the other end open.
                        }
                    } catch (IOException e) {
                        // The same as its end.
                    }
                    System.exit(ExitCode.OK);
                },
                "parent");
        watch.setDaemon(true);
        watch.start();
    }

    private void checkListen(Set<AgentRole> given) {
        String expected = "an address of this machine that the others reach, such as 10.0.0.5";
        if (listen == null) {
            if (given.contains(AgentRole.SERVER)) {
                throw ConfigException.invalid("--listen", "absent", expected + ", with role server");
            }
            return;
        }
        try {
            if (NetworkInterface.getByInetAddress(InetAddress.getByName(listen)) == null) {
                throw ConfigException.invalid("--listen", listen, expected);
            }
        } catch (IOException e) {
            throw ConfigException.invalid("--listen", listen, expected + ": " + e.getMessage());
        }
    }
}
