package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFiles;
import io.twohop.result.ExitCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code bench}: measures a workload on one transport after another. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = BenchCommand.Version.class,
        sortOptions = false,
        customSynopsis =
                "bench -Dworkload=FILE [-D<key>=<value>]... TRANSPORT.yaml...%n       bench compare BASE CANDIDATE...%n"
                        + "       bench power A B%n       bench history DIR...%n       bench report RESULT...%n       bench site DIR RESULT...%n       bench verify-result DIR...%n       bench list%n       bench doctor%n       bench arrivals FILE%n       bench clean [TRANSPORT.yaml...]%n       bench new DIRECTORY%n       bench omb WORKLOAD.yaml DRIVER.yaml%n       bench agent --nats URL%n       bench agents --nats URL%n       bench help [keys|TRANSPORT.yaml]",
        description = {
            "Measures the two-hop path of a message over real transports, at a fixed offered rate, from the moment each"
                    + " message should have been sent.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench -Dworkload=100kps.yaml chronicle.yaml",
            "  bench -Dworkload=smoke.yaml chronicle.yaml loopback.yaml",
            "  bench -Dworkload=100kps.yaml -Drate=50k -Dduration=10s chronicle.yaml",
            "  bench -Dworkload=100kps.yaml -Dforks=10 --interleave \\",
            "      chronicle.yaml chronicle-async.yaml",
            "  bench -Dworkload=100kps.yaml -Djvm.heap=64m -Dcodec=json chronicle.yaml",
            "  bench -Dworkload=100kps.yaml -Dservice=com.acme.RiskCheck \\",
            "      --classpath 'target/classes:lib/*' chronicle.yaml",
            "  bench new my-benchmark      a project of your own, to build and run at once",
            "  bench list                  workloads, transports, codecs, services and events",
            "  bench doctor                how this machine would distort a run",
            "  bench arrivals ticks.csv.gz the rate and the bursts of a file to replay",
            "  bench help keys             every key of a workload",
            "  bench help kafka.yaml       every key of a transport",
            "  bench help compare          a command and its options",
            "  bench omb W.yaml D.yaml     files of OpenMessaging Benchmark",
            "  bench clean my-kafka.yaml   delete what killed runs left on your servers",
            "",
            "A file is looked up as a path, then a workload in workloads/, and a transport file among the installed ones.",
            "",
            "Exit codes: 0 met, 1 bench failed, 2 bad input, 3 objective or gate missed, 4 saturated, 5 invalid, 6 gate not"
                    + " judged, 130 interrupted by Ctrl-C, 143 by SIGTERM."
        })
final class BenchCommand implements Callable<Integer> {
    private static final List<Class<?>> SUBCOMMANDS = List.of(
            CompareCommand.class,
            PowerCommand.class,
            HistoryCommand.class,
            ReportCommand.class,
            SiteCommand.class,
            VerifyResultCommand.class,
            ListCommand.class,
            DoctorCommand.class,
            ArrivalsCommand.class,
            CleanCommand.class,
            NewCommand.class,
            OmbCommand.class,
            AgentCommand.class,
            AgentsCommand.class,
            HelpCommand.class);

    @Mixin
    private RunOptions options;

    @Option(
            names = "--classpath",
            scope = ScopeType.INHERIT,
            paramLabel = "<path>",
            description =
                    "Your own events, services, codecs and transports: directories, jars, and lib/* for all jars of a"
                            + " directory, separated as for java.")
    private void classpath(String path) {
        try {
            UserClassPath.use(path);
        } catch (ConfigException e) {
            throw bad("--" + e.getMessage());
        }
    }

    @Parameters(
            paramLabel = "TRANSPORT.yaml",
            description = "Transport files, measured one after another.",
            arity = "0..*")
    private final List<String> transports = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    private final Place place;

    /** @param place where each run is measured, unless by agents or as a duet */
    BenchCommand(Place place) {
        this.place = place;
    }

    /** Returns where each run is measured, unless by agents or as a duet. */
    Place place() {
        return place;
    }

    /**
     * Adds the subcommands that arguments may name, all if a file holds arguments. The parser takes longer to examine the rest than most
     * subcommands run, so only help that lists them adds them.
     */
    static void addSubcommands(CommandLine bench, List<String> arguments) {
        bench.setHelpFactory((spec, colours) -> {
            SUBCOMMANDS.forEach(type -> spec.removeSubcommand(name(type)));
            SUBCOMMANDS.forEach(type -> spec.addSubcommand(name(type), new CommandLine(type)));
            return new CommandLine.Help(spec, colours);
        });
        boolean inFile = arguments.stream().anyMatch(argument -> argument.startsWith("@"));
        SUBCOMMANDS.stream()
                .filter(type -> inFile || arguments.contains(name(type)))
                .forEach(bench::addSubcommand);
    }

    /** Returns the names of all commands; picocli knows only those among the arguments. */
    static List<String> commands() {
        return SUBCOMMANDS.stream().map(BenchCommand::name).toList();
    }

    private static String name(Class<?> subcommand) {
        return subcommand
                .getSimpleName()
                .replace("Command", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    @Override
    public Integer call() throws Exception {
        Overrides given = options.overrides();
        if (!transports.isEmpty()) {
            checkFiles();
        }
        if (given.workload().isEmpty() && transports.isEmpty()) {
            spec.commandLine().usage(System.err);
            return ExitCode.BAD_INPUT;
        }
        String name = given.workload()
                .orElseThrow(() -> bad("no workload given; add -Dworkload=FILE, for example -Dworkload=100kps.yaml"
                        + " (bench list shows all)"));
        if (transports.isEmpty()) {
            throw bad("no transport given; add a transport file, for example chronicle.yaml (bench list shows all)");
        }
        FileFinder finder = new FileFinder();
        return options.measure(
                place, finder, finder.workload(name), transports.stream().map(TransportFiles::find));
    }

    /** Refuses a mistyped command, and a file that is given twice. */
    private void checkFiles() {
        String first = transports.get(0);
        List<String> commands = commands();
        if (first.indexOf('.') < 0 && first.indexOf('/') < 0) {
            throw ConfigException.invalid(
                            "command",
                            first,
                            "one of " + String.join(", ", commands) + ", or a file such as chronicle.yaml")
                    .didYouMean(commands);
        }
        for (String transport : transports) {
            if (Collections.frequency(transports, transport) > 1) {
                throw bad(transport + ": given twice (expected: each file once; -Dforks=... repeats its run)");
            }
        }
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"TwoHop " + version()};
        }

        /** Returns whether no public repository has the jars of this version. */
        static boolean isSnapshot() {
            return version().endsWith("-SNAPSHOT");
        }

        private static String version() {
            return Objects.requireNonNullElse(
                    BenchCommand.class.getPackage().getImplementationVersion(), "(not packaged)");
        }
    }
}
