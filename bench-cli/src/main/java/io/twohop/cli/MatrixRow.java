package io.twohop.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.twohop.measure.Accounting;
import io.twohop.measure.Percentiles;
import io.twohop.measure.Throughput;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.run.CellRun;
import io.twohop.workload.Cell;
import io.twohop.workload.Dimension;

/**
 * One run of a matrix: a row of {@code summary.csv}. What was not measured is null.
 *
 * @param run which of the matrix, as the plan names it
 * @param partitions null where the transport file decides; so are consumers and replication
 * @param verdict of the result; Failed where there is none
 * @param reason the most important one of a verdict other than Met
 * @param result the name of its directory
 */
@JsonPropertyOrder({
    "transport",
    "run",
    "offeredPerSecond",
    "sizeBytes",
    "topics",
    "producers",
    "partitions",
    "consumers",
    "replication",
    "verdict",
    "reason",
    "achievedPerSecond",
    "lost",
    "samples",
    "p50Nanos",
    "p99Nanos",
    "p99.9Nanos",
    "maxNanos",
    "publisherPerSecond",
    "publisherMegabytesPerSecond",
    "subscriberPerSecond",
    "subscriberMegabytesPerSecond",
    "overallPerSecond",
    "overallMegabytesPerSecond",
    "result"
})
record MatrixRow(
        String transport,
        String run,
        Double offeredPerSecond,
        Integer sizeBytes,
        int topics,
        int producers,
        Integer partitions,
        Integer consumers,
        Integer replication,
        String verdict,
        String reason,
        Double achievedPerSecond,
        Long lost,
        Long samples,
        Long p50Nanos,
        Long p99Nanos,
        @JsonProperty("p99.9Nanos") Long p999Nanos,
        Long maxNanos,
        Double publisherPerSecond,
        Double publisherMegabytesPerSecond,
        Double subscriberPerSecond,
        Double subscriberMegabytesPerSecond,
        Double overallPerSecond,
        Double overallMegabytesPerSecond,
        String result) {
    private static final String FAILED = "Failed";

    static MatrixRow of(CellRun run, BenchmarkResult result) {
        String reason = result.verdict().reasons().stream().findFirst().orElse(null);
        String name = result.directory().getFileName().toString();
        return of(run, result.rates().offeredPerSecond(), result.verdict().kind(), reason, result, name);
    }

    /** Of a run that could not be made or written. */
    static MatrixRow failed(CellRun run, String reason) {
        return of(run, run.cell().ratePerSecond(), FAILED, reason, null, null);
    }

    private static MatrixRow of(
            CellRun run, double offeredPerSecond, String verdict, String reason, BenchmarkResult result, String name) {
        Cell cell = run.cell();
        Accounting accounting = result == null ? null : result.accounting();
        LatencySummary latency = result == null ? null : result.endToEnd();
        boolean measured = latency != null && latency.count() > 0;
        Throughput throughput = result == null ? null : result.throughput();
        return new MatrixRow(
                run.transport(),
                cell.toString(),
                offeredPerSecond,
                cell.payloadBytes(),
                cell.topics(),
                cell.producers(),
                cell.dimensions().get(Dimension.PARTITIONS),
                cell.dimensions().get(Dimension.CONSUMERS),
                cell.dimensions().get(Dimension.REPLICATION),
                verdict,
                reason,
                result == null ? null : result.rates().achievedPerSecond(),
                accounting == null ? null : accounting.lost(),
                measured ? latency.count() : null,
                nanos(latency, 50),
                nanos(latency, 99),
                nanos(latency, 99.9),
                measured ? latency.maxNanos() : null,
                throughput == null ? null : throughput.publisher().messagesPerSecond(),
                throughput == null ? null : throughput.publisher().megabytesPerSecond(),
                throughput == null ? null : throughput.subscriber().messagesPerSecond(),
                throughput == null ? null : throughput.subscriber().megabytesPerSecond(),
                throughput == null ? null : throughput.overall().messagesPerSecond(),
                throughput == null ? null : throughput.overall().megabytesPerSecond(),
                name);
    }

    /** Null where too few samples support it. */
    private static Long nanos(LatencySummary latency, double percentile) {
        return latency == null ? null : latency.percentilesNanos().get(Percentiles.label(percentile));
    }

    boolean isOf(CellRun other) {
        return transport.equals(other.transport()) && run.equals(other.cell().toString());
    }
}
