package io.twohop.cli;

import io.twohop.agents.Agent;
import io.twohop.agents.AgentRole;
import io.twohop.agents.Allowance;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench agent}: runs parts of other machines' runs. */
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Waits for bench invocations on other machines and runs parts of their measurements.",
            "An agent runs only code on its own class path, and only for the same build of the bench.",
            "Callers may set only what harms nothing, and what --allow names.",
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
            description = "Roles that the agent accepts: load, service, server (default: load, service).")
    private List<AgentRole> roles = List.of(AgentRole.LOAD, AgentRole.SERVICE);

    @Option(
            names = "--label",
            paramLabel = "<key>=<value>",
            description = "Label by which --agents selects this agent; repeatable.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--name", paramLabel = "<name>", description = "Name shown in results (default: the machine's).")
    private String name;

    @Option(
            names = "--listen",
            paramLabel = "<address>",
            description = "With role server: this machine's address, as other machines reach it.")
    private String listen;

    @Option(
            names = "--directory",
            paramLabel = "<directory>",
            defaultValue = "agent",
            description = "Directory for measurements that could not be handed over (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--server-name",
            hidden = true,
            description = "The only control server to connect to, and only once.")
    private Optional<String> serverName;

    @Option(
            names = "--allow",
            split = ",",
            paramLabel = "<setting>",
            description =
                    "Settings that callers may change, such as jvm.flags,url,files=/data,env=NAME,classes,servers=HOST, or"
                            + " all (default: what runs no code and reaches no file or server).")
    private List<String> allowed = List.of();

    @Option(names = "--once", description = "Exits after one invocation.")
    private boolean once;

    @Option(
            names = "--with-parent",
            description = "Exits when its standard input closes, as when the ssh connection breaks that started it.")
    private boolean withParent;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ControlOptions options = control.options().only(serverName);
        Set<AgentRole> given = EnumSet.copyOf(roles);
        checkListen(given);
        Agent agent = new Agent(
                new Agent.Settings(name, given, labels, listen, directory, Allowance.of(allowed)), options, System.out);
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
                            // The parent writes nothing; it only holds the other end open.
                        }
                    } catch (IOException e) {
                        // Treated as the end of the input.
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
