package io.twohop.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.twohop.launch.CellRun;
import io.twohop.measure.Accounting;
import io.twohop.measure.Throughput;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Faults;
import io.twohop.result.Faults.Outcome;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Cell;
import io.twohop.workload.Dimension;
import io.twohop.workload.Percentiles;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * One run of a matrix: a row of {@code summary.csv}. What was not measured is null.
 *
 * @param run which of the matrix, as the plan names it
 * @param partitions null where the transport file decides; so are consumers and replication
 * @param verdict of the result; Failed where there is none
 * @param reason the most important one of a verdict other than Met
 * @param trustedTo the percentile up to which the machine cannot have decided the latencies; null for all of them, or where
 *     that is not known
 * @param codec what turned events into bytes
 * @param codecNanos what it takes of a message by itself; null where that was not measured, as the next
 * @param codecAllocatedBytes what it allocates for one
 * @param promised how often each message arrives, as the transport claims; null without faults, as are all that follow
 * @param lostAcknowledged lost after an acknowledgement
 * @param lostReported lost, and reported to the sender
 * @param lostUnanswered lost without a report to anybody
 * @param undelivered not arrived when the run ended while messages did not flow
 * @param firstThroughNanos until the first message was through again, after the worst fault; null if one never was
 * @param longestGapNanos the longest time without an arrival on one lane, after any fault; null if nothing ever arrived
 * @param steadyNanos until latency was as before, likewise
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
    "trustedTo",
    "codec",
    "codecNanos",
    "codecAllocatedBytes",
    "publisherPerSecond",
    "publisherMegabytesPerSecond",
    "subscriberPerSecond",
    "subscriberMegabytesPerSecond",
    "overallPerSecond",
    "overallMegabytesPerSecond",
    "promised",
    "lostAcknowledged",
    "lostReported",
    "lostUnanswered",
    "undelivered",
    "duplicated",
    "outOfOrder",
    "firstThroughNanos",
    "longestGapNanos",
    "steadyNanos",
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
        String trustedTo,
        String codec,
        Double codecNanos,
        Double codecAllocatedBytes,
        Double publisherPerSecond,
        Double publisherMegabytesPerSecond,
        Double subscriberPerSecond,
        Double subscriberMegabytesPerSecond,
        Double overallPerSecond,
        Double overallMegabytesPerSecond,
        String promised,
        Long lostAcknowledged,
        Long lostReported,
        Long lostUnanswered,
        Long undelivered,
        Long duplicated,
        Long outOfOrder,
        Long firstThroughNanos,
        Long longestGapNanos,
        Long steadyNanos,
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
        List<Faults> faults = result == null
                ? List.of()
                : result.forks().stream()
                        .map(Fork::faults)
                        .filter(Objects::nonNull)
                        .toList();
        Throughput throughput = result == null ? null : result.throughput();
        CodecCost codec = result == null ? null : CodecCost.typical(result.forks());
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
                result == null || result.trust() == null ? null : result.trust().upTo(),
                codec == null ? null : codec.name(),
                codec == null ? null : (Double) codec.nanosPerMessage(),
                codec == null ? null : (Double) codec.allocatedBytesPerMessage(),
                throughput == null ? null : throughput.publisher().messagesPerSecond(),
                throughput == null ? null : throughput.publisher().megabytesPerSecond(),
                throughput == null ? null : throughput.subscriber().messagesPerSecond(),
                throughput == null ? null : throughput.subscriber().megabytesPerSecond(),
                throughput == null ? null : throughput.overall().messagesPerSecond(),
                throughput == null ? null : throughput.overall().megabytesPerSecond(),
                faults.isEmpty()
                        ? null
                        : result.forks().get(0).guarantees().afterFailure().toString(),
                sum(faults, Faults::acknowledgedLost),
                sum(faults, Faults::reportedLost),
                sum(faults, Faults::unansweredLost),
                sum(faults, Faults::undelivered),
                faults.isEmpty() ? null : (Long) accounting.duplicated(),
                faults.isEmpty() ? null : (Long) accounting.outOfOrder(),
                worst(faults, Outcome::firstThroughNanos),
                worst(faults, Outcome::longestGapNanos),
                worst(faults, Outcome::steadyNanos),
                name);
    }

    private static Long sum(List<Faults> faults, ToLongFunction<Faults> count) {
        return faults.isEmpty() ? null : (Long) faults.stream().mapToLong(count).sum();
    }

    /** Null where it did not come to that after one of them. */
    private static Long worst(List<Faults> faults, Function<Outcome, Long> time) {
        List<Long> times = faults.stream()
                .flatMap(each -> each.outcomes().stream())
                .map(time)
                .toList();
        return times.isEmpty() || times.contains(null) ? null : Collections.max(times);
    }

    boolean hasFaults() {
        return promised != null;
    }

    /** Null where too few samples support it. */
    private static Long nanos(LatencySummary latency, double percentile) {
        return latency == null ? null : latency.percentilesNanos().get(Percentiles.label(percentile));
    }

    boolean isOf(CellRun other) {
        return transport.equals(other.transport()) && run.equals(other.cell().toString());
    }
}
