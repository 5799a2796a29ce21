package io.twohop.cli;

import io.twohop.agents.AgentFinder;
import io.twohop.agents.AgentInfo;
import io.twohop.agents.AgentRole;
import io.twohop.result.ExitCode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench agents}: lists the agents of a control server. */
@Command(
        name = "agents",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {"Lists the agents at a control server, and whether they are free.", ""},
        footer = {"", "Exit codes: 0 listed, also without any agent, 2 bad input."})
final class AgentsCommand implements Callable<Integer> {
    @Mixin
    private ControlMixin control;

    @Override
    public Integer call() throws InterruptedException {
        Map<AgentInfo, Optional<String>> all = AgentFinder.all(control.options());
        if (all.isEmpty()) {
            System.out.println("no agents; start one with: bench agent --nats ...");
            return ExitCode.OK;
        }
        all.forEach((info, business) -> {
            System.out.println(info.name() + "  " + business.orElse("free"));
            System.out.println(
                    "  roles   " + info.roles().stream().map(AgentRole::key).collect(Collectors.joining(", ")));
            if (!info.labels().isEmpty()) {
                System.out.println("  labels  "
                        + info.labels().entrySet().stream()
                                .map(label -> label.getKey() + "=" + label.getValue())
                                .collect(Collectors.joining(", ")));
            }
            System.out.println("  machine " + info.cores() + " cores, Java " + info.java() + ", build " + info.build());
            System.out.println("  clock   " + info.clockSource() + "; wall clock " + info.clock());
        });
        return ExitCode.OK;
    }
}
