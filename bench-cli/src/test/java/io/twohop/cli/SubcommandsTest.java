package io.twohop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@Tag("one-jdk")
class SubcommandsTest {
    @Test
    void shouldOnlyExamineTheSubcommandThatIsGiven() {
        CommandLine help = bench(List.of("--help"));
        assertThat(help.getSubcommands()).isEmpty();

        assertThat(help.getUsageMessage()).contains("list", "compare", "agents");

        assertThat(help.getSubcommands()).hasSizeGreaterThan(10);
        for (String name : help.getSubcommands().keySet()) {
            assertThat(bench(List.of("--classpath", "lib/*", name)).getSubcommands())
                    .containsOnlyKeys(name);
        }
    }

    @Test
    void shouldKnowEverySubcommandIfAFileHoldsTheArguments() {
        assertThat(bench(List.of("@arguments")).getSubcommands()).containsKeys("list", "clean");
    }

    private static CommandLine bench(List<String> arguments) {
        CommandLine bench = new CommandLine(new BenchCommand(Place.forked(ForkedRun.Patience.DEFAULT)));
        BenchCommand.addSubcommands(bench, arguments);
        return bench;
    }
}
