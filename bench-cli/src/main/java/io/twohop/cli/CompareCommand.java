package io.twohop.cli;

import io.twohop.cli.text.ComparisonReport;
import io.twohop.cli.text.GateRulings;
import io.twohop.cli.text.SideBySideReport;
import io.twohop.compare.Comparison;
import io.twohop.compare.ExternalSides;
import io.twohop.compare.Gate;
import io.twohop.compare.Metric;
import io.twohop.compare.Plan;
import io.twohop.compare.Side;
import io.twohop.compare.SideBySide;
import io.twohop.compare.SideBySide.Column;
import io.twohop.compare.SideReader;
import io.twohop.compare.SlicePairs;
import io.twohop.config.ConfigException;
import io.twohop.external.ExternalResult;
import io.twohop.result.ExitCode;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench compare}: tests whether candidates differ from a base by more than chance. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Says for each metric whether a candidate improved, regressed, shows no difference, or has too few forks to tell.",
            "Tests the metrics of --fail-on, otherwise endToEnd.p50, endToEnd.p99 and CPU per message; others are exploratory.",
            "A side is a result's directory, a quoted pattern of several, or a CSV file with one row per run;",
            "or a file of another tool: JMH's JSON or CSV, an HdrHistogram log or percentile text, wrk2's output,",
            "OpenMessaging Benchmark's JSON. These stand side by side without a conclusion, except JMH's JSON against another.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench compare results/A results/B",
            "  bench compare 'results/*-chronicle' 'results/*-chronicle-async' \\",
            "      --only endToEnd.p50,endToEnd.p99",
            "  bench compare main.csv branch.csv --test welch \\",
            "      --fail-on 'overall.megabytesPerSecond > 5%%'",
            "  bench compare before.json after.json                  # of JMH",
            "  bench compare results/A other.hlog --unit us",
            "",
            "Exit codes: 0 compared, 2 bad input, 3 a --fail-on was met, 6 too few forks to judge a --fail-on,",
            "or figures of another tool, which cannot be judged."
        })
final class CompareCommand implements Callable<Integer> {
    private static final List<String> OF_TESTS =
            List.of("--test", "--alpha", "--correction", "--difference", "--allow");
    private static final Pattern PERCENT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*%");

    @Parameters(index = "0", paramLabel = "BASE", description = "The side that candidates are compared with.")
    private String base;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "CANDIDATE", description = "A side that is judged.")
    private List<String> candidates;

    @Option(
            names = "--test",
            paramLabel = "<test>",
            defaultValue = "permutation",
            converter = TestNames.class,
            description = {
                "permutation (default), welch, t or mann-whitney.",
                "Rounds of --interleave are tested as pairs, by the paired form of each test."
            })
    private SignificanceTest test;

    @Option(
            names = "--alpha",
            paramLabel = "<share>",
            defaultValue = "0.05",
            description = "Probability of a false alarm (default: ${DEFAULT-VALUE}).")
    private double alpha;

    @Option(
            names = "--correction",
            paramLabel = "<method>",
            defaultValue = "holm",
            description =
                    "holm (default): alpha holds for all tested metrics together, and for all exploratory ones; none: for each metric.")
    private Correction correction;

    @Option(
            names = "--difference",
            paramLabel = "<percent>",
            defaultValue = "5%",
            description =
                    "The smallest change that matters (default: 5%%). 'No difference' means that the interval excludes it.")
    private String difference;

    @Option(
            names = "--only",
            paramLabel = "<metric>",
            split = ",",
            description =
                    "Metrics to compare, such as endToEnd.p99; a name may end at a dot: endToEnd. (default: all).")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--allow",
            paramLabel = "<key>",
            split = ",",
            description = "Settings that may differ, such as workload.jvm or machine; other differences are rejected.")
    private List<String> allowed = new ArrayList<>();

    @Option(
            names = "--fail-on",
            paramLabel = "<gate>",
            description =
                    "Fails if a metric is significantly worse by more: 'endToEnd.p99 > 5%%'. Passes only if the interval"
                            + " excludes that. These metrics are the tested ones. Repeatable.")
    private List<String> gates = new ArrayList<>();

    @Mixin
    private ExternalInputs externalInputs = new ExternalInputs();

    @Option(
            names = "--format",
            paramLabel = "<format>",
            defaultValue = "text",
            description = "text (default), markdown or json.")
    private Format format;

    @Spec
    private CommandSpec spec;

    /** Names as in YAML files: lower case, with a dash. */
    static final class TestNames implements CommandLine.ITypeConverter<SignificanceTest> {
        @Override
        public SignificanceTest convert(String name) {
            try {
                return SignificanceTest.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException("expected: one of permutation, welch, t, mann-whitney");
            }
        }
    }

    /** Correction for testing several metrics. */
    enum Correction {
        HOLM,
        NONE
    }

    /** Format of the output. */
    enum Format {
        TEXT,
        MARKDOWN,
        JSON
    }

    @Override
    public Integer call() throws Exception {
        Comparison.Options options = options();
        List<Gate> watched = gates.stream().map(Gate::of).toList();
        List<String> names = Stream.concat(Stream.of(base), candidates.stream()).toList();
        List<Optional<ExternalResult>> external = externalInputs.read(names);
        List<ExternalResult> known = external.stream().flatMap(Optional::stream).toList();
        Optional<List<Side>> testable = known.size() == names.size() ? ExternalSides.of(known) : Optional.empty();
        if (!known.isEmpty() && testable.isEmpty()) {
            return sideBySide(names, external);
        }
        List<Side> sides =
                testable.orElseGet(() -> names.stream().map(SideReader::read).toList());
        Side before = sides.get(0);
        List<Side> after = sides.subList(1, sides.size());
        // Several sides may give the same cause.
        Set<String> notes = new LinkedHashSet<>(before.warnings());
        after.forEach(side -> {
            checkSetting(before, side, notes);
            notes.addAll(before.unlike(side));
            notes.addAll(side.warnings());
        });
        List<Metric> metrics = metrics(before, after, notes);
        watched.forEach(gate -> checkCompared(gate, metrics));
        Plan plan = Plan.of(asked(watched, before, metrics, testable.isPresent()), metrics);
        List<Comparison> comparisons = Comparison.of(before, after, metrics, plan, options);
        comparisons.forEach(
                comparison -> comparison.slices().ifPresent((SlicePairs slices) -> notes.add(slices.text())));
        GateRulings rulings = new GateRulings();
        watched.forEach(
                gate -> rulings.add(gate, Comparison.of(before, after, metrics, plan, gate.options(options)), options));
        ComparisonReport report =
                new ComparisonReport(comparisons, options, List.copyOf(notes), rulings.failures(), rulings.notJudged());
        System.out.print(
                switch (format) {
                    case TEXT -> report.text();
                    case MARKDOWN -> report.markdown();
                    case JSON -> report.json();
                });
        return rulings.exitCode();
    }

    /** Returns the metrics to test; of a result of this bench, the plan decides unless there are gates. */
    private static List<Metric> asked(List<Gate> watched, Side before, List<Metric> metrics, boolean isExternal) {
        List<Metric> gated = watched.stream().map(Gate::metric).distinct().toList();
        return gated.isEmpty() && isExternal
                ? ExternalSides.tested(before).stream()
                        .filter(metrics::contains)
                        .toList()
                : gated;
    }

    /** Shows results of which at least one is another tool's. */
    private int sideBySide(List<String> names, List<Optional<ExternalResult>> external) {
        for (String option : OF_TESTS) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw ConfigException.invalid(
                        option, "given", "results that can be tested; those of other tools are shown side by side");
            }
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            columns.add(external.get(i).map(Column::of).orElseGet(() -> Column.of(SideReader.read(name))));
        }
        List<SideBySide> shown = new ArrayList<>();
        Set<Metric> metrics = new LinkedHashSet<>();
        for (Column candidate : columns.subList(1, columns.size())) {
            SideBySide all = SideBySide.of(columns.get(0), candidate);
            if (all.pairs().isEmpty()) {
                throw ConfigException.invalid(
                        "compare", candidate.name(), "results with at least one figure in common; these have none");
            }
            metrics.addAll(all.metrics());
            shown.add(all.only(this::isChosen));
        }
        for (String name : only) {
            if (metrics.stream().noneMatch(metric -> matches(name, metric))) {
                throw ConfigException.invalid("--only", name, "one of " + String.join(", ", names(metrics)))
                        .didYouMean(names(metrics));
            }
        }
        SideBySideReport report = new SideBySideReport(shown, gates);
        System.out.print(
                switch (format) {
                    case TEXT -> report.text();
                    case MARKDOWN -> report.markdown();
                    case JSON -> report.json();
                });
        return ExitCode.NOT_JUDGED;
    }

    private Comparison.Options options() {
        checkAlpha(alpha);
        Matcher percent = PERCENT.matcher(difference);
        if (!percent.matches() || Double.parseDouble(percent.group(1)) == 0) {
            throw ConfigException.invalid("--difference", difference, "per cent above 0, such as 5%");
        }
        double share = Double.parseDouble(percent.group(1)) / 100;
        return new Comparison.Options(test, alpha, correction == Correction.HOLM, share);
    }

    static void checkAlpha(double alpha) {
        if (!(alpha > 0 && alpha < 1)) {
            throw ConfigException.invalid("--alpha", alpha, "a probability above 0 and below 1, such as 0.05");
        }
    }

    private void checkSetting(Side before, Side after, Set<String> notes) {
        if (before.conditions().setting().isEmpty()
                || after.conditions().setting().isEmpty()) {
            notes.add("such a file tells nothing of workload, machine and JVM: make sure yourself that they match");
            return;
        }
        before.differences(after).forEach((key, both) -> {
            if (allowed.stream().noneMatch(prefix -> key.equals(prefix) || key.startsWith(prefix + "."))) {
                throw ConfigException.invalid(
                        key, both, "the same on both sides; if that is what you compare, add --allow " + key);
            }
            notes.add(key + " differs: " + both);
        });
    }

    private List<Metric> metrics(Side before, List<Side> after, Set<String> notes) {
        Set<Metric> known = new LinkedHashSet<>();
        for (Side side : after) {
            before.values().keySet().stream().filter(side.values()::containsKey).forEach(known::add);
        }
        if (known.isEmpty()) {
            throw ConfigException.invalid(
                    "compare", base, "results with at least one metric in common; these have none");
        }
        List<Metric> chosen = known.stream().filter(this::isChosen).toList();
        for (String name : only) {
            if (known.stream().anyMatch(metric -> matches(name, metric))) {
                continue;
            }
            if (chosen.isEmpty()) {
                throw ConfigException.invalid("--only", name, "one of " + String.join(", ", names(known)))
                        .didYouMean(names(known));
            }
            // A short run may have too few samples for a percentile.
            notes.add(name + " is left out: not both sides have it");
        }
        Set<Metric> partial = new LinkedHashSet<>(before.partial());
        after.forEach(side -> partial.addAll(side.partial()));
        partial.stream()
                .filter(this::isChosen)
                .forEach(metric -> notes.add(metric.name() + " is left out: not every fork has it"));
        return chosen;
    }

    private boolean isChosen(Metric metric) {
        return only.isEmpty() || only.stream().anyMatch(name -> matches(name, metric));
    }

    private static boolean matches(String name, Metric metric) {
        return metric.name().equals(name) || name.endsWith(".") && metric.name().startsWith(name);
    }

    private static void checkCompared(Gate gate, List<Metric> metrics) {
        if (!metrics.contains(gate.metric())) {
            throw ConfigException.invalid(
                            "--fail-on",
                            gate.metric().name(),
                            "one of the metrics that are compared: " + String.join(", ", names(metrics)))
                    .didYouMean(names(metrics));
        }
    }

    private static List<String> names(Collection<Metric> metrics) {
        return metrics.stream().map(Metric::name).toList();
    }
}
