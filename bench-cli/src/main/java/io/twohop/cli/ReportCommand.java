package io.twohop.cli;

import io.twohop.cli.matrix.MatrixFiles;
import io.twohop.config.ConfigException;
import io.twohop.external.ExternalResult;
import io.twohop.report.Report;
import io.twohop.result.ExitCode;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "  bench report results/*-kafka omb-result.json",
            "",
            "Exit codes: 0 written, 2 bad input."
        })
final class ReportCommand implements Callable<Integer> {
    private static final int LEVELS = 2;

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULT",
            description = {
                "Directories of results, or of a matrix, for all its results; or directories that have such ones.",
                "Also files of other tools, which stand beside them without verdict or trust."
            })
    private List<Path> paths;

    @Option(
            names = "--out",
            paramLabel = "<file>",
            defaultValue = Report.NAME,
            description = "File to write (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--text", description = "Prints a plot of percentiles instead of writing a page.")
    private boolean text;

    @Mixin
    private ExternalInputs externalInputs = new ExternalInputs();

    @Override
    public Integer call() throws IOException {
        Set<Path> results = new LinkedHashSet<>();
        List<ExternalResult> external = external();
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw ConfigException.invalid(
                        "RESULT", path, "a result's directory; there is no such file or directory");
            }
            int before = results.size();
            add(path, results, LEVELS);
            boolean isExternal = external.stream().anyMatch(one -> one.name().equals(path.toString()));
            // A shell's pattern matches other directories as well.
            if (results.size() == before && !isExternal && !StoredResult.isIn(path) && !MatrixFiles.isIn(path)) {
                System.err.println("bench: " + path + " is no result and was left out");
            }
        }
        if (results.isEmpty()) {
            throw ConfigException.invalid(
                    "RESULT",
                    paths.get(0),
                    "at least one result's directory, with a result.json"
                            + (external.isEmpty() ? "" : "; bench compare shows files of other tools without one"));
        }
        Report report = Report.of(List.copyOf(results), external);
        if (text) {
            external.forEach(one -> System.err.println("bench: " + one.name()
                    + " is another tool's and was left out of the plot; bench compare shows it beside a result"));
            System.out.print(report.text());
        } else {
            report.write(out);
            System.out.println(out);
        }
        return ExitCode.OK;
    }

    private List<ExternalResult> external() throws IOException {
        List<String> files =
                paths.stream().filter(Files::isRegularFile).map(Path::toString).toList();
        return externalInputs.read(files).stream().flatMap(Optional::stream).toList();
    }

    /**
     * Adds a result, those of a matrix, or those below a directory of results.
     *
     * @param levels how far below: tests keep the results of each method in a directory of its own
     */
    private static void add(Path path, Set<Path> results, int levels) throws IOException {
        if (MatrixFiles.isIn(path)) {
            for (Path result : MatrixFiles.results(path)) {
                add(result, results, 0);
            }
        } else if (StoredResult.isIn(path)) {
            results.add(path.toRealPath());
        } else if (levels > 0 && Files.isDirectory(path) && Files.isReadable(path)) {
            try (Stream<Path> inside = Files.list(path)) {
                for (Path below : inside.sorted().toList()) {
                    add(below, results, levels - 1);
                }
            }
        }
    }
}
