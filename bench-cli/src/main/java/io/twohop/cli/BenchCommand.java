package io.twohop.cli;

import io.twohop.agents.AgentsWanted;
import io.twohop.cli.ResultPrinter.Detail;
import io.twohop.cli.live.LivePage;
import io.twohop.cli.live.OtlpPush;
import io.twohop.cli.live.PrometheusPage;
import io.twohop.cli.live.Watchers;
import io.twohop.cli.text.Style;
import io.twohop.config.ConfigException;
import io.twohop.config.Quantities;
import io.twohop.config.YamlDocument;
import io.twohop.launch.ForkedRun;
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
import java.util.Set;
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
        subcommands = {
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
            HelpCommand.class
        },
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
            "  bench list                  what there is to choose from",
            "  bench doctor                what this machine does to a run",
            "  bench arrivals ticks.csv.gz the rate and the bursts of a file to replay",
            "  bench help keys             every key of a workload",
            "  bench help kafka.yaml       every key of a transport",
            "  bench clean my-kafka.yaml   what killed runs left on your servers",
            "",
            "Files are found as a path, then (workloads) in workloads/, then (transports) in the transports' modules.",
            "",
            "Exit codes: 0 met, 1 bench failed, 2 bad input, 3 objective or gate missed, 4 saturated, 5 invalid, 6 gate not"
                    + " judged, 130 interrupted by Ctrl-C, 143 by SIGTERM."
        })
final class BenchCommand implements Callable<Integer> {
    @Option(
            names = "-D",
            paramLabel = "<key>=<value>",
            description = {
                "workload: the workload's file (required).",
                "Any key of the workload, such as rate, duration, size, forks, jvm.heap, layout: overrides the file.",
                "codec, transport.<key>: override the transport file.",
                "results: where results are kept (default: results)."
            })
    private final List<String> settings = new ArrayList<>();

    @Option(
            names = "--dry-run",
            description = "Checks everything, shows the runs and how long they would take, and starts none.")
    private boolean dryRun;

    @Option(
            names = "--resume",
            description = "Goes on with the last call of the same several runs that was not finished.")
    private boolean resume;

    @Option(
            names = "--interleave",
            description =
                    "Lets the forks of all runs take turns, in an order dealt anew for each two rounds and reversed in"
                            + " the second, so that a drift of the machine hits all alike.")
    private boolean interleave;

    @Option(
            names = "--duet",
            description = "Measures two runs side by side, both warm at once, in short turns that favour neither: the"
                    + " machine's drift hits both alike.")
    private boolean duet;

    @Option(
            names = "--as",
            paramLabel = "<result>",
            description = "Makes as many forks as the run of that result did, which had decided that by itself.")
    private Path as;

    @Option(
            names = "--seed",
            paramLabel = "<number>",
            defaultValue = "1",
            description = "Of the order of --interleave and --duet (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = {"-y", "--yes"},
            description = "Agrees to more than 50k/s or 10 GB on servers that are not the bench's own.")
    private boolean consent;

    @Option(
            names = "--agents",
            paramLabel = "<roles>",
            description =
                    "Measures by agents on other machines: 'load: 2, service: 1'; or local, for some of its own here.")
    private String agents;

    @Option(
            names = "--wait",
            paramLabel = "<duration>",
            defaultValue = "0s",
            description = "How long --agents waits until enough of them are free, such as 5m (default: not at all).")
    private String wait;

    @Option(
            names = "--nats-is-broker",
            description =
                    "Lets --agents measure the control server itself, whose own messages are then among those measured.")
    private boolean controlIsBroker;

    @Mixin
    private ControlMixin control;

    @Option(
            names = "--live",
            description =
                    "Serves a page that shows the runs while they go on, on this machine alone; prints its address.")
    private boolean live;

    @Option(
            names = "--prometheus",
            paramLabel = "<address>",
            description =
                    "Serves the runs' seconds to Prometheus, latencies as native histograms: :9464, on this machine"
                            + " alone, or 0.0.0.0:9464.")
    private String prometheus;

    @Option(
            names = "--otlp",
            paramLabel = "<url>",
            description =
                    "Pushes the runs' seconds to an OpenTelemetry collector, such as http://localhost:4318; headers as"
                            + " OTEL_EXPORTER_OTLP_HEADERS has them.")
    private String otlp;

    @Option(
            names = {"-v", "--verbose"},
            description = "Prints all of a result's summary, each fork by itself; summary.txt has it either way.")
    private boolean verbose;

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints one line for each run, for scripts: verdict=Met trusted=p99.8 ...")
    private boolean quiet;

    @Option(
            names = "--require-trust",
            paramLabel = "<percentile>",
            description = "Exits with 6 where a run met, but its latencies are not trusted up to here, such as p99.")
    private String requiredTrust;

    @Option(
            names = "--classpath",
            scope = ScopeType.INHERIT,
            paramLabel = "<path>",
            description =
                    "Your own classes, for event, service, codec and transport to name: directories, jars, and lib/*"
                            + " for all jars, separated as for java.")
    private void classpath(String path) {
        try {
            UserClassPath.use(path);
        } catch (ConfigException e) {
            throw bad("--" + e.getMessage());
        }
    }

    @Parameters(
            paramLabel = "TRANSPORT.yaml",
            description = "Transport files, measured one after the other.",
            arity = "0..*")
    private final List<String> transports = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Overrides given = Overrides.of(settings, System.getProperties());
        if (!transports.isEmpty()) {
            checkFiles();
        }
        if (given.workload() == null && transports.isEmpty()) {
            spec.commandLine().usage(System.err);
            return ExitCode.BAD_INPUT;
        }
        if (given.workload() == null) {
            throw bad(
                    "no workload given; add -Dworkload=FILE, for example -Dworkload=100kps.yaml (bench list shows all)");
        }
        if (transports.isEmpty()) {
            throw bad("no transport given; add a transport file, for example chronicle.yaml (bench list shows all)");
        }
        FileFinder finder = new FileFinder();
        Workload asked = WorkloadFile.read(given.applyToWorkload(finder.workload(given.workload())));
        Workload workload = as == null ? asked : Repetition.of(asked, as);
        List<TransportFile> files = new ArrayList<>();
        for (String transport : transports) {
            YamlDocument file = given.applyToTransport(TransportFiles.find(transport));
            files.add(TransportFile.of(agents == null ? file : file.measuredElsewhere()));
        }
        ResultPrinter printer = printer();
        AgentsCall.Work measuring = place -> {
            try (Watchers watchers = new Watchers()) {
                open(watchers);
                return measure(new BenchSession(
                        agents == null
                                ? workload
                                : workload.toBuilder().floor(Duration.ZERO).build(),
                        files,
                        Path.of(given.results()),
                        finder.home(),
                        printer,
                        consent,
                        place,
                        watchers));
            }
        };
        return agents == null
                ? measuring.at(Place.forked(ForkedRun.Patience.DEFAULT))
                : new AgentsCall(AgentsWanted.parse(agents), control, patience(), controlIsBroker).during(measuring);
    }

    private void open(Watchers watchers) throws IOException {
        if (dryRun) {
            return;
        }
        if (otlp != null) {
            watchers.add(OtlpPush.to(otlp, System.err));
        }
        if (prometheus != null) {
            System.err.println("prometheus: "
                    + watchers.add(PrometheusPage.open(prometheus)).url());
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
        if (duet && (interleave || resume || agents != null)) {
            throw bad("--duet: not together with --interleave, --resume or --agents");
        }
        if (dryRun) {
            return session.dryRun(duet);
        }
        if (interleave && resume) {
            throw bad(
                    "--interleave: not together with --resume, since forks that did not take turns cannot be compared");
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
                requiredTrust == null ? RequiredTrust.NONE : RequiredTrust.parse("--require-trust", requiredTrust));
    }

    /** Refuses a word that was meant for a command, and a file that would be measured twice. */
    private void checkFiles() {
        String first = transports.get(0);
        Set<String> commands = spec.subcommands().keySet();
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

        /** Whether no public repository has the jars of this version. */
        static boolean isSnapshot() {
            return version().endsWith("-SNAPSHOT");
        }

        private static String version() {
            String version = BenchCommand.class.getPackage().getImplementationVersion();
            return version == null ? "(not packaged)" : version;
        }
    }
}
