package io.twohop.cli;

import io.twohop.agents.AgentsSession;
import io.twohop.agents.AgentsWanted;
import io.twohop.agents.ControlOptions;
import io.twohop.agents.LocalAgents;
import io.twohop.cli.live.LivePage;
import io.twohop.cli.live.OtlpPush;
import io.twohop.cli.live.PrometheusPage;
import io.twohop.cli.live.Watchers;
import io.twohop.cli.session.BenchSession;
import io.twohop.cli.session.Repetition;
import io.twohop.cli.session.ResultPrinter;
import io.twohop.cli.session.ResultPrinter.Detail;
import io.twohop.cli.terminal.Terminal;
import io.twohop.cli.text.Style;
import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import io.twohop.config.YamlDocument;
import io.twohop.launch.ClientJars;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.registry.WorkloadFile;
import io.twohop.result.ExitCode;
import io.twohop.result.RequiredTrust;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
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
                        + "       bench power A B%n       bench history DIR...%n       bench report RESULT...%n       bench list%n       bench doctor%n       bench arrivals FILE%n       bench clean [TRANSPORT.yaml...]%n       bench new DIRECTORY%n       bench agent --nats URL%n       bench agents --nats URL%n       bench help [keys|TRANSPORT.yaml]",
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
            "  bench clean my-kafka.yaml   delete what killed runs left on your servers",
            "",
            "A file is looked up as a path, then a workload in workloads/, and a transport file among the installed ones.",
            "",
            "Exit codes: 0 met, 1 bench failed, 2 bad input, 3 objective or gate missed, 4 saturated, 5 invalid, 6 gate not"
                    + " judged, 130 interrupted by Ctrl-C, 143 by SIGTERM."
        })
final class BenchCommand implements Callable<Integer> {
    private static final String REQUIRE_TRUST = "--require-trust";
    private static final List<Class<?>> SUBCOMMANDS = List.of(
            CompareCommand.class,
            PowerCommand.class,
            HistoryCommand.class,
            ReportCommand.class,
            ListCommand.class,
            DoctorCommand.class,
            ArrivalsCommand.class,
            CleanCommand.class,
            NewCommand.class,
            AgentCommand.class,
            AgentsCommand.class,
            HelpCommand.class);

    @Option(
            names = "-D",
            paramLabel = "<key>=<value>",
            description = {
                "workload: the workload's file (required).",
                "Any key of the workload, such as rate, duration, size, forks, jvm.heap or layout, overrides the file.",
                "codec and transport.<key> override the transport file.",
                "results: the directory of results (default: results)."
            })
    private final List<String> settings = new ArrayList<>();

    @Option(
            names = "--properties",
            paramLabel = "<file>",
            description =
                    "Connects as other tools of the broker do, by Kafka's client.properties or a context of NATS (.json). Its"
                            + " settings replace those of the transport file.")
    private Optional<Path> clientFile;

    @Option(
            names = "--dry-run",
            description = "Checks all input, lists the runs and their expected duration, and starts none.")
    private boolean dryRun;

    @Option(names = "--resume", description = "Resumes the newest unfinished invocation of the same runs.")
    private boolean resume;

    @Option(
            names = "--interleave",
            description =
                    "Measures one fork of each run per round, in random order that every second round reverses, so that a"
                            + " drift of the machine affects all runs equally.")
    private boolean interleave;

    @Option(
            names = "--duet",
            description =
                    "Measures two runs side by side: both are warm, and take short turns in random order, so that a"
                            + " drift of the machine affects both equally.")
    private boolean duet;

    @Option(
            names = "--as",
            paramLabel = "<result>",
            description =
                    "Takes the number of forks and the warm-up from an earlier result whose run chose them itself.")
    private Optional<Path> as;

    @Option(
            names = "--seed",
            paramLabel = "<number>",
            defaultValue = "1",
            description = "Seed of the random order of --interleave and --duet (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = {"-y", "--yes"},
            description = "Allows more than 50k messages/s or 10 GB on external servers.")
    private boolean consent;

    @Option(
            names = "--agents",
            paramLabel = "<roles>",
            description =
                    "Measures with agents on other machines, such as 'load: 2, service: 1'; local starts agents on this one.")
    private Optional<String> agents;

    @Option(
            names = "--wait",
            paramLabel = "<duration>",
            defaultValue = "0s",
            description = "Time that --agents waits for enough free agents, such as 5m (default: ${DEFAULT-VALUE}).")
    private String wait;

    @Option(
            names = "--nats-is-broker",
            description =
                    "Allows --agents to measure the control server itself; its control messages then share the server.")
    private boolean controlIsBroker;

    @Mixin
    private ControlMixin control;

    @Option(
            names = "--live",
            description =
                    "Serves a page that draws the runs every second, to this machine only, and prints its address.")
    private boolean live;

    @Option(
            names = "--prometheus",
            paramLabel = "<address>",
            description =
                    "Serves each second to Prometheus, latencies as native histograms, on :9464 (this machine only) or"
                            + " 0.0.0.0:9464.")
    private Optional<String> prometheus;

    @Option(
            names = "--otlp",
            paramLabel = "<url>",
            description =
                    "Pushes each second to an OpenTelemetry collector, such as http://localhost:4318, or env for the one that"
                            + " OpenTelemetry's environment variables name; these also have headers and certificates.")
    private Optional<String> otlp;

    @Option(
            names = {"-v", "--verbose"},
            description = "Prints the whole summary with each fork; summary.txt always has it.")
    private boolean verbose;

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints one line per run for scripts: verdict=Met trusted=p99.8 ...")
    private boolean quiet;

    @Option(
            names = REQUIRE_TRUST,
            paramLabel = "<percentile>",
            description =
                    "Exits with 6 if a run met but its latencies are not trusted up to this percentile, such as p99.")
    private Optional<String> requiredTrust;

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
        return subcommand.getSimpleName().replace("Command", "").toLowerCase(Locale.ROOT);
    }

    @Override
    public Integer call() throws Exception {
        Overrides given = Overrides.of(settings, System.getProperties());
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
        Workload asked = WorkloadFile.read(given.applyToWorkload(finder.workload(name)));
        Workload workload = as.map(result -> Repetition.of(asked, result)).orElse(asked);
        List<TransportFile> files = new ArrayList<>();
        for (String transport : transports) {
            YamlDocument found = TransportFiles.find(transport);
            YamlDocument file = given.applyToTransport(clientFile
                    .map(properties -> ClientFile.applied(found, properties))
                    .orElse(found));
            files.add(TransportFile.of(agents.isEmpty() ? file : file.measuredElsewhere()));
        }
        ClientJars.use(files.stream()
                .flatMap(file -> file.common().clientJars().stream())
                .distinct()
                .toList());
        BenchSession.Order order = new BenchSession.Order(
                agents.isEmpty()
                        ? workload
                        : workload.toBuilder().floor(Duration.ZERO).build(),
                files,
                Path.of(given.results()),
                finder.home(),
                consent);
        ResultPrinter printer = printer();
        workload.checkSamples(REQUIRE_TRUST, printer.required().percentile());
        return agents.isEmpty()
                ? measure(order, place, printer)
                : measureByAgents(order, AgentsWanted.parse(agents.get()), printer);
    }

    private int measureByAgents(BenchSession.Order order, AgentsWanted wanted, ResultPrinter printer)
            throws IOException, InterruptedException {
        Duration patience = patience();
        if (!wanted.local()) {
            return measureByAgents(order, wanted, control.options(), patience, printer);
        }
        try (LocalAgents local = new LocalAgents(wanted, Main.class.getName(), UserClassPath.option())) {
            return measureByAgents(order, wanted, local.options(), patience, printer);
        }
    }

    /** Claims agents, measures and releases them. */
    private int measureByAgents(
            BenchSession.Order order,
            AgentsWanted wanted,
            ControlOptions options,
            Duration patience,
            ResultPrinter printer)
            throws IOException, InterruptedException {
        try (AgentsSession session = AgentsSession.open(wanted, options, System.getProperty("user.name"), patience)) {
            session.lines().forEach(System.err::println);
            return measure(order, session.place(controlIsBroker), printer);
        }
    }

    private int measure(BenchSession.Order order, Place place, ResultPrinter printer)
            throws IOException, InterruptedException {
        try (Watchers watchers = new Watchers()) {
            open(watchers);
            return measure(new BenchSession(order, place, printer, watchers));
        }
    }

    private void open(Watchers watchers) throws IOException {
        if (dryRun) {
            return;
        }
        if (otlp.isPresent()) {
            watchers.add(OtlpPush.to(otlp.get(), System.err));
        }
        if (prometheus.isPresent()) {
            System.err.println("prometheus: "
                    + watchers.add(PrometheusPage.open(prometheus.get())).url());
        }
        if (live) {
            System.err.println("live: " + watchers.add(LivePage.open()).url());
        }
    }

    private Duration patience() {
        try {
            return Quantities.duration(wait);
        } catch (ConfigException e) {
            throw bad("--wait: " + wait + " (expected: a duration such as 30s or 5m)");
        }
    }

    private int measure(BenchSession session) throws IOException, InterruptedException {
        if (duet && (interleave || resume || agents.isPresent())) {
            throw bad("--duet: not together with --interleave, --resume or --agents");
        }
        if (interleave && resume) {
            throw bad(
                    "--interleave: not together with --resume, since forks that did not take turns cannot be compared");
        }
        if (dryRun) {
            return session.dryRun(duet);
        }
        if (duet) {
            return session.duet(seed);
        }
        return interleave ? session.interleave(seed) : session.run(resume);
    }

    private ResultPrinter printer() {
        if (quiet && verbose) {
            throw bad("--quiet: not together with --verbose");
        }
        Detail asked = verbose ? Detail.WHOLE : Detail.BRIEF;
        return new ResultPrinter(
                System.out,
                System.err,
                quiet ? Detail.LINE : asked,
                Terminal.hasColours() ? Style.COLOURED : Style.PLAIN,
                requiredTrust
                        .map(percentile -> RequiredTrust.parse(REQUIRE_TRUST, percentile))
                        .orElse(RequiredTrust.NONE));
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
