package io.twohop.cli;

import io.twohop.cli.matrix.MatrixFiles;
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

/** {@code bench report}: writes results as one self-contained page. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Writes results side by side as one self-contained HTML page.",
            "Results of the same workload, machine and JVM are compared with the first of them.",
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
            description = "Directories of results, or of a matrix, for all its results.")
    private List<Path> paths;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            defaultValue = Report.NAME,
            description = "File to write (default: ${DEFAULT-VALUE}).")
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

    /** Skips other directories with a notice, since a shell's pattern matches them as well. */
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
