package io.twohop.cli;

import io.twohop.cli.omb.Bridge;
import io.twohop.registry.TransportFile;
import io.twohop.registry.WorkloadFile;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench omb}: measures what a workload and a driver's file of OpenMessaging Benchmark describe. */
@Command(
        name = "omb",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = "bench omb WORKLOAD.yaml DRIVER.yaml [--embedded] [--print <directory>] [options of bench]",
        description = {
            "Measures what a workload and a driver's file of OpenMessaging Benchmark, or of Redpanda's fork, describe.",
            "Prints for each key of both files whether it is mapped, approximated, of no effect or refused.",
            "Options of bench go behind omb; -D overrides the translated files.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench omb workloads/simple-workload.yaml driver-kafka/kafka-latency.yaml --embedded",
            "  bench omb workloads/simple-workload.yaml driver-nats/nats.yaml --print mine",
            "",
            "The driver's file names servers of yours, which a run asks about before it loads them. See docs/omb.md.",
            "Exit codes: those of bench."
        })
final class OmbCommand implements Callable<Integer> {
    private static final String PRINT = "--print";
    private static final String EMBEDDED = "--embedded";
    private static final String STANDARD_OUTPUT = "-";

    /** An option of any command. */
    private static final String CLASSPATH = "--classpath";

    @Parameters(index = "0", paramLabel = "WORKLOAD.yaml", description = "A workload of OpenMessaging Benchmark.")
    private Path workload;

    @Parameters(index = "1", paramLabel = "DRIVER.yaml", description = "A driver's file of OpenMessaging Benchmark.")
    private Path driver;

    @Option(
            names = EMBEDDED,
            description =
                    "Starts servers for the run on this machine, instead of using those that the driver's file names.")
    private boolean embedded;

    @Option(
            names = PRINT,
            paramLabel = "<directory>",
            description =
                    "Writes the translated files with remarks into this directory, or with - to standard output, and measures"
                            + " nothing.")
    private Optional<Path> print;

    @Mixin
    private RunOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        refuseOptionsBefore();
        if (options.overrides().workload().isPresent()) {
            throw bad("-Dworkload: not with omb, whose first file is the workload");
        }
        print.ifPresent(where -> refuseOptionsBeside());
        Bridge bridge = Bridge.of(workload, driver, embedded);
        boolean isForScripts = options.isQuiet()
                || print.map(Path::toString).filter(STANDARD_OUTPUT::equals).isPresent();
        bridge.print(isForScripts ? System.err : System.out);
        bridge.check();
        if (print.isPresent()) {
            return print(bridge, print.get());
        }
        return options.measure(
                ((BenchCommand) spec.parent().userObject()).place(),
                new FileFinder(),
                bridge.workload(),
                Stream.of(bridge.transport()));
    }

    private static int print(Bridge bridge, Path where) throws IOException {
        TransportFile transport = TransportFile.of(bridge.transport());
        transport.checkNames();
        WorkloadFile.read(bridge.workload())
                .cells()
                .forEach(cell -> transport.with(cell.dimensions()).configured());
        if (where.toString().equals(STANDARD_OUTPUT)) {
            System.out.print(bridge.workloadText());
            System.out.println("---");
            System.out.print(bridge.transportText());
            return ExitCode.OK;
        }
        List<Path> files = bridge.write(where);
        System.out.println("./bench -Dworkload=" + files.get(0) + " " + files.get(1));
        return ExitCode.OK;
    }

    /** Refuses what would be ignored: options before the name of a command are those of bench itself. */
    private void refuseOptionsBefore() {
        names(spec.parent()).filter(name -> !name.equals(CLASSPATH)).findFirst().ifPresent(name -> {
            throw bad(name + ": before omb (expected: behind it)");
        });
    }

    private void refuseOptionsBeside() {
        names(spec)
                .filter(name -> !List.of(CLASSPATH, EMBEDDED, PRINT).contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw bad(name + ": not together with " + PRINT
                            + ", which measures nothing; the written files take it");
                });
    }

    private static Stream<String> names(CommandSpec command) {
        return command.commandLine().getParseResult().matchedArgs().stream()
                .filter(ArgSpec::isOption)
                .map(option -> ((OptionSpec) option).longestName());
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
