package io.twohop.cli;

import io.twohop.cli.terminal.Terminal;
import io.twohop.config.ConfigException;
import io.twohop.registry.Providers;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.result.ExitCode;
import io.twohop.schema.FileSchema;
import io.twohop.schema.KeyHelp;
import io.twohop.transport.TransportProvider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench help}: explains the keys of a workload or a transport file, or a command. */
@Command(
        name = "help",
        mixinStandardHelpOptions = true,
        description =
                "Explains the keys of a workload (bench help keys) or of a transport file (bench help kafka.yaml), or a command"
                        + " (bench help report).")
final class HelpCommand implements Callable<Integer> {
    private static final String KEYS = "keys";
    private static final int WIDEST = 120;

    @Parameters(
            arity = "0..1",
            paramLabel = "keys|TRANSPORT.yaml|COMMAND",
            description = "What to explain (default: the command line).")
    private Optional<String> topic;

    @Option(names = "--schema", description = "Prints a JSON schema for editors instead.")
    private boolean schema;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine bench = spec.parent().commandLine();
        Optional<CommandLine> command = topic.isEmpty()
                ? Optional.of(bench)
                : Optional.ofNullable(bench.getSubcommands().get(topic.get()));
        if (command.isPresent() && !schema) {
            command.get().usage(System.out);
            return ExitCode.OK;
        }
        String name = topic.orElseThrow(
                () -> ConfigException.invalid("--schema", null, "keys, or a transport file such as kafka.yaml"));
        FileSchema file = name.equals(KEYS) ? FileSchema.workload() : ofTransport(name);
        if (schema) {
            System.out.println(file.json().toPrettyString());
        } else {
            print(file);
        }
        return ExitCode.OK;
    }

    private static FileSchema ofTransport(String topic) {
        if (topic.indexOf('.') < 0) {
            List<String> names =
                    Providers.transports().stream().map(TransportProvider::name).toList();
            if (names.contains(topic)) {
                return FileSchema.of(Providers.transport(topic));
            }
            List<String> topics = Stream.of(List.of(KEYS), names, BenchCommand.commands())
                    .flatMap(List::stream)
                    .toList();
            throw ConfigException.invalid("help", topic, "keys, a transport, its file such as kafka.yaml, or a command")
                    .didYouMean(topics);
        }
        return FileSchema.of(TransportFile.of(TransportFiles.find(topic)).provider());
    }

    private static void print(FileSchema file) {
        int width = Math.min(WIDEST, Terminal.width());
        int widest =
                file.keys().stream().mapToInt(key -> key.name().length()).max().orElse(1);
        ColorScheme plain = CommandLine.Help.defaultColorScheme(Ansi.OFF);
        TextTable table = TextTable.forColumns(
                plain,
                new Column(widest + 4, 2, Column.Overflow.SPAN),
                new Column(width - widest - 4, 0, Column.Overflow.WRAP));
        for (KeyHelp key : file.keys()) {
            table.addRowValues(key.name(), key.help());
        }
        TextTable title = TextTable.forColumns(plain, new Column(width, 0, Column.Overflow.WRAP));
        title.addRowValues(file.title());
        System.out.print(title);
        System.out.print(table);
    }
}
