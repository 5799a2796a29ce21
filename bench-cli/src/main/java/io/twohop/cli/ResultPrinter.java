package io.twohop.cli;

import io.twohop.cli.text.Style;
import io.twohop.cli.text.Summary;
import io.twohop.report.Report;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Shows results: the summary, and the page.
 *
 * @param verbose whether all of a summary is printed; the file has all of it either way
 */
record ResultPrinter(PrintStream out, PrintStream err, boolean verbose, Style style) {
    void show(BenchmarkResult result) {
        Path report = report(result.directory(), List.of(result.directory()));
        Path file = result.directory().resolve(Summary.NAME);
        try (PrintStream whole = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            new Summary(result, report, true, Style.PLAIN).print(whole);
        } catch (IOException e) {
            missing(file, e);
        }
        new Summary(result, report, verbose, style).print(out);
    }

    /** The page, or null: a run that is measured and written is not lost for want of one. */
    Path report(Path directory, List<Path> measured) {
        Path file = directory.resolve(Report.NAME);
        try {
            Report.of(measured).write(file);
            return file;
        } catch (IOException | RuntimeException e) {
            missing(file, e);
            return null;
        }
    }

    private void missing(Path file, Exception why) {
        err.println("bench: there is no " + file + ": " + why);
    }
}
