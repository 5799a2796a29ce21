package io.twohop.cli;

import io.twohop.cli.matrix.MatrixFiles;
import io.twohop.cli.text.HistoryText;
import io.twohop.compare.Gate;
import io.twohop.compare.Metric;
import io.twohop.config.ConfigException;
import io.twohop.history.History;
import io.twohop.history.History.SeriesHistory;
import io.twohop.history.HistoryGate;
import io.twohop.history.HistoryReader;
import io.twohop.history.OtavaFiles;
import io.twohop.report.HistoryHeadings;
import io.twohop.report.HistoryPage;
import io.twohop.result.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench history}: finds the commits that made results better or worse. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Orders results into one series per workload, transport, machine and JVM, and finds where each series changed.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench history results",
            "  bench history results --metric endToEnd.p99 --output history.html",
            "  bench history results --fail-on 'endToEnd.p99 > 5%%'",
            "",
            "Exit codes: 0 shown, 2 bad input, 3 a --fail-on was met, 6 too few results to judge a --fail-on."
        })
final class HistoryCommand implements Callable<Integer> {
    private static final double LEAST_ALPHA = 0.0001;

    @Parameters(arity = "1..*", paramLabel = "DIR", description = "Directories of results, searched recursively.")
    private List<Path> paths;

    @Option(
            names = "--metric",
            paramLabel = "<metric>",
            split = ",",
            description = {
                "Metrics, such as endToEnd.p99; a name may end at a dot: endToEnd.",
                "(default: endToEnd.p50, .p99 and .p99.9, overall.messagesPerSecond,",
                "cpu.perMessageNanos, memory.allocatedBytesPerMessage)"
            })
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--alpha",
            paramLabel = "<share>",
            defaultValue = "0.01",
            description = "Probability of a false alarm in all metrics together (default: ${DEFAULT-VALUE}).")
    private double alpha;

    @Option(
            names = {"--output", "--out"},
            paramLabel = "<file>",
            description = "Writes a page with each series, its changes and links to the results' reports.")
    private Optional<Path> output;

    @Option(
            names = "--csv",
            paramLabel = "<directory>",
            description = "Writes each series and metric in the format of Apache Otava, with an otava.yaml.")
    private Optional<Path> csv;

    @Option(
            names = "--fail-on",
            paramLabel = "<gate>",
            description =
                    "Fails if the newest results are worse by more after a new change: 'endToEnd.p99 > 5%%'. Repeatable.")
    private List<String> gates = new ArrayList<>();

    @Option(
            names = "--newest",
            paramLabel = "<results>",
            defaultValue = "10",
            description =
                    "A change is new if its first result is among this many newest ones (default: ${DEFAULT-VALUE}).")
    private int newest;

    @Override
    public Integer call() throws IOException {
        check();
        List<Gate> watched = gates.stream().map(Gate::of).toList();
        HistoryReader.Found found = HistoryReader.read(results());
        Set<Metric> known = History.metrics(found.results());
        History history = History.of(found.results(), this::isChosen, alpha);
        checkChosen(known);
        watched.forEach(gate -> checkLookedAt(gate, known));
        HistoryHeadings headings = new HistoryHeadings(history, alpha, found.passedOver());
        new HistoryText(headings).print(System.out);
        if (csv.isPresent()) {
            List<String> tests = OtavaFiles.write(history, csv.get());
            System.out.println("  " + tests.size() + " tests for Apache Otava: "
                    + csv.get().resolve(OtavaFiles.CONFIGURATION));
        }
        if (output.isPresent()) {
            HistoryPage.write(headings, output.get());
            System.out.println("  " + output.get());
        }
        return judge(watched, history, headings.titles());
    }

    private void check() throws IOException {
        if (!(alpha >= LEAST_ALPHA && alpha < 1)) {
            throw ConfigException.invalid("--alpha", alpha, "a probability of 0.0001 or more, below 1, such as 0.01");
        }
        if (newest < 1) {
            throw ConfigException.invalid("--newest", newest, "a number of results above 0, such as 10");
        }
        if (output.isPresent()) {
            HistoryPage.check(output.get());
        }
    }

    /** Replaces the directory of a matrix by those of its results. */
    private List<Path> results() throws IOException {
        List<Path> results = MatrixFiles.withResults(paths);
        if (results.isEmpty()) {
            throw ConfigException.invalid("DIR", paths.get(0), "at least one result's directory, with a result.json");
        }
        return results;
    }

    private boolean isChosen(Metric metric) {
        return names.isEmpty()
                ? History.USUAL.contains(metric)
                : names.stream().anyMatch(name -> matches(name, metric));
    }

    private static boolean matches(String name, Metric metric) {
        return metric.name().equals(name) || name.endsWith(".") && metric.name().startsWith(name);
    }

    private void checkChosen(Set<Metric> known) {
        for (String name : names) {
            if (known.stream().noneMatch(metric -> matches(name, metric))) {
                List<String> all = known.stream().map(Metric::name).toList();
                throw ConfigException.invalid("--metric", name, "one of " + String.join(", ", all))
                        .didYouMean(all);
            }
        }
    }

    private void checkLookedAt(Gate gate, Set<Metric> known) {
        List<String> all =
                known.stream().filter(this::isChosen).map(Metric::name).toList();
        if (!all.contains(gate.metric().name())) {
            throw ConfigException.invalid(
                            "--fail-on",
                            gate.metric().name(),
                            "one of the metrics that are looked at: " + String.join(", ", all))
                    .didYouMean(all);
        }
    }

    private int judge(List<Gate> watched, History history, List<String> titles) {
        int exitCode = ExitCode.OK;
        for (Gate gate : watched) {
            for (int i = 0; i < titles.size(); i++) {
                SeriesHistory series = history.series().get(i);
                HistoryGate.Ruling ruling = new HistoryGate(gate, newest).rule(series);
                String of = titles.get(i) + ": " + gate.metric().name();
                switch (ruling.answer()) {
                    case PASSED -> {
                        // Nothing to say.
                    }
                    case FAILED -> {
                        String share = ruling.share()
                                .map(by -> "by " + HistoryText.percent(Math.abs(by)))
                                .orElse("from 0");
                        HistoryText.printRuling(
                                "FAILED",
                                of + " is worse " + share + " since "
                                        + ruling.change().orElseThrow().after().revision() + " (allowed: "
                                        + HistoryText.percent(gate.most()) + ")",
                                System.out);
                        exitCode = ExitCode.MISSED;
                    }
                    case NOT_JUDGED -> {
                        HistoryText.printRuling("NOT JUDGED", of + ": " + ruling.why(), System.out);
                        exitCode = exitCode == ExitCode.OK ? ExitCode.NOT_JUDGED : exitCode;
                    }
                }
            }
        }
        return exitCode;
    }
}
