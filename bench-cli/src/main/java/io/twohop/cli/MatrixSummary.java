package io.twohop.cli;

import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.run.CellRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Several runs of one call side by side: a row each, as a table and as {@code summary.csv}. */
final class MatrixSummary {
    private static final double[] PERCENTILES = {50, 99, 99.9};

    private final List<CellRun.Written> runs = new ArrayList<>();

    void add(CellRun.Written written) {
        runs.add(written);
    }

    /** One unit for all: that of the fastest. */
    void print(PrintStream out) {
        Units units = Units.fitting(runs.stream()
                .map(run -> nanos(run.result(), PERCENTILES[0]))
                .filter(Objects::nonNull)
                .min(Long::compare)
                .orElse(0L));
        int width = runs.stream()
                .mapToInt(run -> run.result().transport().length())
                .max()
                .orElse(0);
        out.println();
        out.printf(
                "%-" + width + "s  %12s %10s  %-10s %12s %9s %12s %12s %12s  end to end, %s%n",
                "transport",
                "offered",
                "size",
                "verdict",
                "achieved",
                "lost",
                "p50",
                "p99",
                "p99.9",
                units.symbol());
        for (CellRun.Written run : runs) {
            BenchmarkResult result = run.result();
            out.printf(
                    Locale.ROOT,
                    "%-" + width + "s  %,10.0f/s %10s  %-10s %,10.0f/s %9s %12s %12s %12s%n",
                    result.transport(),
                    result.rates().offeredPerSecond(),
                    result.payloadBytes() == 0 ? "event" : String.format(Locale.ROOT, "%,d B", result.payloadBytes()),
                    result.verdict().kind().toLowerCase(Locale.ROOT),
                    result.rates().achievedPerSecond(),
                    result.accounting() == null
                            ? "-"
                            : String.format(
                                    Locale.ROOT, "%,d", result.accounting().lost()),
                    latency(result, 0, units),
                    latency(result, 1, units),
                    latency(result, 2, units));
        }
    }

    private static String latency(BenchmarkResult result, int percentile, Units units) {
        Long nanos = nanos(result, PERCENTILES[percentile]);
        return nanos == null ? "-" : units.format(nanos);
    }

    /** Null where too few samples support it. */
    private static Long nanos(BenchmarkResult result, double percentile) {
        LatencySummary latency = result.endToEnd();
        return latency == null ? null : latency.percentilesNanos().get(LatencySummary.label(percentile));
    }

    /** Writes {@code summary.csv} into a directory of its own beside the results, and returns it. */
    Path write(Path results, String name) throws IOException {
        StringBuilder csv = new StringBuilder("transport,offeredPerSecond,sizeBytes,verdict,achievedPerSecond,lost,"
                + "samples,p50Nanos,p99Nanos,p99.9Nanos,maxNanos,result\n");
        for (CellRun.Written run : runs) {
            BenchmarkResult result = run.result();
            LatencySummary latency = result.endToEnd();
            boolean measured = latency != null && latency.count() > 0;
            csv.append(String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%s,%.3f,%s,%d,",
                    result.transport(),
                    result.rates().offeredPerSecond(),
                    result.payloadBytes(),
                    result.verdict().kind(),
                    result.rates().achievedPerSecond(),
                    result.accounting() == null
                            ? ""
                            : Long.toString(result.accounting().lost()),
                    measured ? latency.count() : 0));
            for (double percentile : PERCENTILES) {
                Long nanos = nanos(result, percentile);
                csv.append(nanos == null ? "" : nanos.toString()).append(',');
            }
            csv.append(measured ? Long.toString(latency.maxNanos()) : "")
                    .append(',')
                    .append(run.directory().getFileName())
                    .append('\n');
        }
        Path directory = Files.createDirectories(results.resolve(name));
        return Files.writeString(directory.resolve("summary.csv"), csv);
    }
}
