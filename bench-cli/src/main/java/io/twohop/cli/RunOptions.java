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
import io.twohop.registry.WorkloadFile;
import io.twohop.result.RequiredTrust;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that measure, and what they do. */
final class RunOptions {
    private static final String REQUIRE_TRUST = "--require-trust";

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

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Returns what {@code -D} and this JVM's properties define. */
    Overrides overrides() {
        return Overrides.of(settings, System.getProperties());
    }

    /** Returns whether standard output is for scripts. */
    boolean isQuiet() {
        return quiet;
    }

    /**
     * Measures all cells of a workload on one transport after another, as the options say, and returns the exit code.
     *
     * @param place where each run is measured, unless by agents or as a duet
     * @param document the workload, to which overrides are not applied yet
     * @param transports likewise; found once the workload is known to be sound
     */
    int measure(Place place, FileFinder finder, YamlDocument document, Stream<YamlDocument> transports)
            throws IOException, InterruptedException {
        Overrides given = overrides();
        Workload asked = WorkloadFile.read(given.applyToWorkload(document));
        Workload workload = as.map(result -> Repetition.of(asked, result)).orElse(asked);
        List<TransportFile> files = new ArrayList<>();
        for (YamlDocument found : (Iterable<YamlDocument>) transports::iterator) {
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

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
