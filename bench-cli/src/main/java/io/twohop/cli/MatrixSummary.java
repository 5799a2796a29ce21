package io.twohop.cli;

import io.twohop.measure.Throughput;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.run.CellRun;
import io.twohop.workload.Cell;
import io.twohop.workload.Dimension;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        boolean closedLoop = runs.stream().anyMatch(run -> run.result().throughput() != null);
        int width = width(run -> run.result().transport());
        int cellWidth = width(run -> run.cell().toString());
        out.println();
        out.printf(
                "%-" + width + "s  %-" + cellWidth + "s  %-9s %14s %9s",
                "transport",
                "run",
                "verdict",
                "achieved",
                "lost");
        out.println(
                closedLoop
                        ? String.format(" %14s %12s %14s %12s", "publisher", "MB/s", "subscriber", "MB/s")
                        : String.format(" %12s %12s %12s  end to end, %s", "p50", "p99", "p99.9", units.symbol()));
        for (CellRun.Written run : runs) {
            BenchmarkResult result = run.result();
            out.printf(
                    Locale.ROOT,
                    "%-" + width + "s  %-" + cellWidth + "s  %-9s %,12.0f/s %9s",
                    result.transport(),
                    run.cell(),
                    result.verdict().kind().toLowerCase(Locale.ROOT),
                    result.rates().achievedPerSecond(),
                    result.accounting() == null
                            ? "-"
                            : String.format(
                                    Locale.ROOT, "%,d", result.accounting().lost()));
            out.println(closedLoop ? throughput(result.throughput()) : latencies(result, units));
        }
    }

    private int width(Function<CellRun.Written, String> text) {
        return runs.stream().mapToInt(run -> text.apply(run).length()).max().orElse(1);
    }

    private static String latencies(BenchmarkResult result, Units units) {
        return String.format(
                " %12s %12s %12s", latency(result, 0, units), latency(result, 1, units), latency(result, 2, units));
    }

    private static String throughput(Throughput throughput) {
        if (throughput == null) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                " %,12.0f/s %,12.3f %,12.0f/s %,12.3f",
                throughput.publisher().messagesPerSecond(),
                throughput.publisher().megabytesPerSecond(),
                throughput.subscriber().messagesPerSecond(),
                throughput.subscriber().megabytesPerSecond());
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

    /** Empty where the transport file decides. */
    private static String dimensions(Cell cell) {
        return Arrays.stream(Dimension.values())
                .map(dimension -> cell.dimensions().get(dimension))
                .map(value -> value == null ? "" : value.toString())
                .collect(Collectors.joining(","));
    }

    private static String parts(Throughput throughput) {
        if (throughput == null) {
            return ",,,,,,";
        }
        return Stream.of(throughput.publisher(), throughput.subscriber(), throughput.overall())
                .map(part ->
                        String.format(Locale.ROOT, "%.3f,%.6f,", part.messagesPerSecond(), part.megabytesPerSecond()))
                .collect(Collectors.joining());
    }

    /** Writes {@code summary.csv} into a directory of its own beside the results, and returns it. */
    Path write(Path results, String name) throws IOException {
        StringBuilder csv = new StringBuilder("transport,offeredPerSecond,sizeBytes,topics,producers,partitions,"
                + "consumers,replication,verdict,achievedPerSecond,lost,samples,p50Nanos,p99Nanos,p99.9Nanos,maxNanos,"
                + "publisherPerSecond,publisherMegabytesPerSecond,subscriberPerSecond,subscriberMegabytesPerSecond,"
                + "overallPerSecond,overallMegabytesPerSecond,result\n");
        for (CellRun.Written run : runs) {
            BenchmarkResult result = run.result();
            LatencySummary latency = result.endToEnd();
            boolean measured = latency != null && latency.count() > 0;
            csv.append(String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%d,%d,%s,%s,%.3f,%s,%d,",
                    result.transport(),
                    result.rates().offeredPerSecond(),
                    result.payloadBytes(),
                    run.cell().topics(),
                    run.cell().producers(),
                    dimensions(run.cell()),
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
                    .append(parts(result.throughput()))
                    .append(run.directory().getFileName())
                    .append('\n');
        }
        Path directory = Files.createDirectories(results.resolve(name));
        return Files.writeString(directory.resolve("summary.csv"), csv);
    }
}
