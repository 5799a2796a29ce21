package io.twohop.cli.session;

import io.twohop.cli.text.HistoryText;
import io.twohop.cli.text.ResultLine;
import io.twohop.cli.text.Style;
import io.twohop.cli.text.Summary;
import io.twohop.config.OutOfMemory;
import io.twohop.config.WholeFile;
import io.twohop.report.Report;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.ExitCode;
import io.twohop.result.RequiredTrust;
import io.twohop.store.ResultNotWritten;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Prints results and writes their summaries and reports.
 *
 * @param detail how much of a result is printed; {@code summary.txt} always has all of it
 * @param required trust without which a run that met is not judged
 */
public record ResultPrinter(PrintStream out, PrintStream err, Detail detail, Style style, RequiredTrust required) {
    /** Amount of a result that is printed. */
    public enum Detail {
        /** One line for scripts. */
        LINE,
        /** The first lines of a result. */
        BRIEF,
        /** The whole summary, each fork by itself. */
        WHOLE
    }

    /** Prints a result and returns its exit code. */
    int show(BenchmarkResult result) {
        Optional<Path> report = report(result.directory(), List.of(result.directory()));
        Path file = result.directory().resolve(Summary.NAME);
        try {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            new Summary(result, report, true, Style.PLAIN).print(new PrintStream(whole, true, StandardCharsets.UTF_8));
            WholeFile.write(file, whole::writeTo);
        } catch (IOException | OutOfMemoryError e) {
            missing(file, e);
        }
        print(result, report);
        return judged(result);
    }

    /** Prints a result that could not be written, and returns the exit code. */
    int show(ResultNotWritten unwritten) {
        print(unwritten.result(), Optional.empty());
        err.println("bench: " + unwritten.getMessage());
        return ExitCode.FAILED;
    }

    private void print(BenchmarkResult result, Optional<Path> report) {
        if (detail == Detail.LINE) {
            out.println(ResultLine.of(result));
        } else {
            new Summary(result, report, detail == Detail.WHOLE, style).print(out);
        }
    }

    private int judged(BenchmarkResult result) {
        int exitCode = result.verdict().exitCode();
        Optional<String> refusal = required.refusal(result);
        if (exitCode != ExitCode.OK || refusal.isEmpty()) {
            return exitCode;
        }
        HistoryText.printRuling("NOT JUDGED", refusal.get(), detail == Detail.LINE ? err : out);
        return ExitCode.NOT_JUDGED;
    }

    /** Returns whether results are tables instead of one line each. */
    boolean hasTables() {
        return detail != Detail.LINE;
    }

    /** Writes the report; empty if that failed, which does not fail the run. */
    Optional<Path> report(Path directory, List<Path> measured) {
        Path file = directory.resolve(Report.NAME);
        try {
            Report.of(measured).write(file);
            return Optional.of(file);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            missing(file, e);
            return Optional.empty();
        }
    }

    private void missing(Path file, Throwable why) {
        err.println(
                "bench: could not write " + file + ": " + OutOfMemory.text(why).orElseGet(why::toString));
    }
}
