package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.report.Report;
import io.twohop.result.ExitCode;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench report}: results as one page that opens anywhere. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lays results side by side on one HTML page that needs nothing beside it, no network either.",
            "The first is what others of the same workload, machine and JVM are compared with.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  bench report results/*",
            "  bench report results/*-chronicle results/*-kafka --out decision.html",
            "  bench report results/*-chronicle --text",
            "",
            "Exit codes: 0 written, 2 bad input."
        })
final class ReportCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "RESULT",
            description = "Directories of results, or of several runs' tables, which stand for their runs.")
    private List<Path> paths;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            defaultValue = Report.NAME,
            description = "Where the page is written (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--text", description = "Prints a plot of percentiles instead of writing a page.")
    private boolean text;

    @Override
    public Integer call() throws IOException {
        Set<Path> results = new LinkedHashSet<>();
        for (Path path : paths) {
            add(path, results);
        }
        if (results.isEmpty()) {
            throw ConfigException.invalid(
                    "RESULT", paths.get(0), "at least one result's directory, with a result.json");
        }
        Report report = Report.of(List.copyOf(results));
        if (text) {
            System.out.print(report.text());
        } else {
            report.write(out);
            System.out.println(out);
        }
        return ExitCode.OK;
    }

    /** What is no result is passed over with a word: a pattern of the shell brings all there is. */
    private static void add(Path path, Set<Path> results) throws IOException {
        if (!Files.exists(path)) {
            throw ConfigException.invalid("RESULT", path, "a result's directory; there is no such file or directory");
        }
        if (MatrixFiles.isIn(path)) {
            for (Path result : MatrixFiles.results(path)) {
                add(result, results);
            }
        } else if (StoredResult.isIn(path)) {
            results.add(path.toRealPath());
        } else {
            System.err.println("bench: " + path + " is no result and was left out");
        }
    }
}
