package io.twohop.cli;

import io.twohop.cli.text.Summary;
import io.twohop.report.Report;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** Shows results: the summary, and the page. */
record ResultPrinter(PrintStream out, PrintStream err) {
    void show(BenchmarkResult result) {
        Path report = report(result.directory(), List.of(result.directory()));
        new Summary(result, report).print(out);
    }

    /** The page, or null: a run that is measured and written is not lost for want of one. */
    Path report(Path directory, List<Path> measured) {
        Path file = directory.resolve(Report.NAME);
        try {
            Report.of(measured).write(file);
            return file;
        } catch (IOException | RuntimeException e) {
            err.println("bench: there is no " + file + ": " + e);
            return null;
        }
    }
}
