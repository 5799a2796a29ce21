package io.twohop.cli.matrix;

import io.twohop.account.Accounting;
import io.twohop.account.Throughput;
import io.twohop.launch.CellRun;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Drain;
import io.twohop.result.Faults;
import io.twohop.result.Faults.Aftermath;
import io.twohop.result.Faults.Outcome;
import io.twohop.result.LatencySummary;
import io.twohop.result.Trust;
import io.twohop.workload.Keys;
import io.twohop.workload.MatrixKey;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The columns of {@code summary.csv}, in order; docs/RESULTS.md explains them. */
final class MatrixColumns {
    static final String TRANSPORT = "transport";

    /** Name of the run in the plan. */
    static final String RUN = "run";

    /** Verdict of the result, or {@link #FAILED}. */
    static final String VERDICT = "verdict";

    static final String OFFERED = "offeredPerSecond";
    static final String FAILED = "Failed";
    static final String INVALID = "Invalid";
    static final String ACHIEVED = "achievedPerSecond";
    static final String LOST = "lost";
    static final String P50 = "p50Nanos";
    static final String P99 = "p99Nanos";
    static final String P999 = "p99.9Nanos";
    static final String TRUSTED_TO = "trustedTo";

    /** Names of end-to-end figures that the machine may have decided, separated by blanks. */
    static final String UNTRUSTED = "untrusted";

    static final String CODEC = "codec";
    static final String PUBLISHER = "publisherPerSecond";
    static final String PUBLISHER_MEGABYTES = "publisherMegabytesPerSecond";
    static final String SUBSCRIBER = "subscriberPerSecond";
    static final String SUBSCRIBER_MEGABYTES = "subscriberMegabytesPerSecond";

    /** The transport's delivery guarantee after a failure; empty without faults, as are all columns below. */
    static final String PROMISED = "promised";

    static final String LOST_ACKNOWLEDGED = "lostAcknowledged";
    static final String LOST_REPORTED = "lostReported";
    static final String LOST_UNANSWERED = "lostUnanswered";
    static final String UNDELIVERED = "undelivered";
    static final String DROPPED = "dropped";
    static final String DUPLICATED = "duplicated";
    static final String OUT_OF_ORDER = "outOfOrder";
    static final String FIRST_THROUGH = "firstThroughNanos";
    static final String LONGEST_GAP = "longestGapNanos";
    static final String STEADY = "steadyNanos";

    /** Size of the largest backlog; empty without one, as are the columns of its drain. */
    static final String BACKLOG = "backlogMessages";

    static final String DRAINED = "backlogDrainedPerSecond";
    static final String DRAIN = "backlogDrainNanos";
    static final String STEADY_AFTER_BACKLOG = "backlogSteadyNanos";
    static final String RESULT = "result";

    /** Keys whose columns have another name, or that have no column. */
    private static final Set<MatrixKey<?, ?>> NAMED_OTHERWISE = Set.of(Keys.RATE, Keys.SIZE, Keys.FAULTS);

    /** @param value a run's value; empty if the run has none */
    record Column(String name, Function<Source, Optional<?>> value) {}

    /**
     * A run that a row describes.
     *
     * @param result empty if the run failed, or its result could not be written
     * @param failure why there is no result; empty if there is one
     */
    record Source(CellRun run, Optional<BenchmarkResult> result, String failure) {
        private List<Faults> faults() {
            return result.stream()
                    .flatMap(found -> found.forks().stream())
                    .flatMap(fork -> fork.faults().stream())
                    .toList();
        }
    }

    static final List<Column> ALL = columns();

    private MatrixColumns() {}

    private static List<Column> columns() {
        List<Column> all = new ArrayList<>();
        all.add(ofRun(TRANSPORT, CellRun::transport));
        all.add(ofRun(RUN, CellRun::cell));
        all.add(new Column(
                OFFERED,
                source -> Optional.of(source.result()
                        .map(result -> result.rates().offeredPerSecond())
                        .orElseGet(() -> source.run().cell().ratePerSecond()))));
        all.add(ofRun("sizeBytes", run -> run.cell().payloadBytes()));
        Keys.MATRIX.stream()
                .filter(key -> !NAMED_OTHERWISE.contains(key))
                .forEach(key -> all.add(ofRun(key.name(), run -> run.cell().get(key))));
        all.add(new Column(
                VERDICT,
                source -> Optional.of(
                        source.result().map(result -> result.verdict().kind()).orElse(FAILED))));
        all.add(new Column(
                "reason",
                source -> source.result()
                        .map(result -> result.verdict().reasons().stream().findFirst())
                        .orElse(Optional.of(source.failure()))));
        all.add(of(ACHIEVED, result -> result.rates().achievedPerSecond()));
        all.add(of(LOST, BenchmarkResult::accounting, Accounting::lost));
        all.add(latency("samples", LatencySummary::count));
        all.add(latency(P50, latency -> nanos(latency, 50)));
        all.add(latency(P99, latency -> nanos(latency, 99)));
        all.add(latency(P999, latency -> nanos(latency, 99.9)));
        all.add(latency("maxNanos", LatencySummary::maxNanos));
        all.add(of(TRUSTED_TO, BenchmarkResult::trust, Trust::upTo));
        all.add(of(UNTRUSTED, BenchmarkResult::trust, MatrixColumns::untrusted));
        all.add(codec(CODEC, CodecCost::name));
        all.add(codec("codecNanos", CodecCost::nanosPerMessage));
        all.add(codec("codecAllocatedBytes", CodecCost::allocatedBytesPerMessage));
        all.add(throughput(PUBLISHER, rates -> rates.publisher().messagesPerSecond()));
        all.add(throughput(PUBLISHER_MEGABYTES, rates -> rates.publisher().megabytesPerSecond()));
        all.add(throughput(SUBSCRIBER, rates -> rates.subscriber().messagesPerSecond()));
        all.add(throughput(SUBSCRIBER_MEGABYTES, rates -> rates.subscriber().megabytesPerSecond()));
        all.add(throughput("overallPerSecond", rates -> rates.overall().messagesPerSecond()));
        all.add(throughput("overallMegabytesPerSecond", rates -> rates.overall().megabytesPerSecond()));
        all.add(withFaults(
                PROMISED, result -> result.forks().get(0).guarantees().afterFailure()));
        all.add(sum(LOST_ACKNOWLEDGED, Faults::acknowledgedLost));
        all.add(sum(LOST_REPORTED, Faults::reportedLost));
        all.add(sum(LOST_UNANSWERED, Faults::unansweredLost));
        all.add(sum(UNDELIVERED, Faults::undelivered));
        all.add(withFaults(
                DUPLICATED, result -> result.accounting().orElseThrow().duplicated()));
        all.add(withFaults(
                OUT_OF_ORDER, result -> result.accounting().orElseThrow().outOfOrder()));
        all.add(sum(DROPPED, Faults::dropped));
        all.add(worst(FIRST_THROUGH, Aftermath::firstThroughNanos));
        all.add(worst(LONGEST_GAP, Aftermath::longestGapNanos));
        all.add(worst(STEADY, Aftermath::steadyNanos));
        all.add(drain(BACKLOG, Drain::messages));
        all.add(drain(DRAINED, Drain::arrivedPerSecond));
        all.add(drain(DRAIN, Drain::drainNanos));
        all.add(drain(STEADY_AFTER_BACKLOG, Drain::steadyNanos));
        all.add(of(RESULT, result -> result.directory().getFileName()));
        return List.copyOf(all);
    }

    /** {@code null} if all figures are trusted, as the file is read back. */
    private static String untrusted(Trust trust) {
        List<String> names = trust.untrusted(Probe.END_TO_END);
        return names.isEmpty() ? null : String.join(" ", names);
    }

    private static Column ofRun(String name, Function<CellRun, Object> value) {
        return new Column(name, source -> Optional.ofNullable(value.apply(source.run())));
    }

    private static Column of(String name, Function<BenchmarkResult, Object> value) {
        return of(name, Optional::of, value);
    }

    private static <T> Column of(String name, Function<BenchmarkResult, Optional<T>> part, Function<T, Object> value) {
        return new Column(name, source -> source.result().flatMap(part).map(value));
    }

    private static Column latency(String name, Function<LatencySummary, Object> value) {
        return of(name, result -> Optional.of(result.endToEnd()).filter(latency -> latency.count() > 0), value);
    }

    /** Returns {@code null} if too few samples support the percentile. */
    private static Long nanos(LatencySummary latency, double percentile) {
        return latency.percentilesNanos().get(Percentiles.label(percentile));
    }

    private static Column codec(String name, Function<CodecCost, Object> value) {
        return of(name, result -> CodecCost.typical(result.forks()), value);
    }

    private static Column throughput(String name, Function<Throughput, Object> value) {
        return of(name, BenchmarkResult::throughput, value);
    }

    private static Column withFaults(String name, Function<BenchmarkResult, Object> value) {
        return new Column(
                name,
                source -> source.result()
                        .filter(result -> !source.faults().isEmpty())
                        .map(value));
    }

    private static Column sum(String name, ToLongFunction<Faults> count) {
        return new Column(
                name,
                source -> Optional.of(source.faults())
                        .filter(faults -> !faults.isEmpty())
                        .map(faults -> faults.stream().mapToLong(count).sum()));
    }

    private static Column drain(String name, Function<Drain, Object> value) {
        return new Column(name, source -> Drain.worst(source.faults()).map(value));
    }

    /** A column with the longest time of all faults; empty if a fault did not come that far. */
    private static Column worst(String name, Function<Aftermath, Long> time) {
        return new Column(name, source -> {
            List<Long> times = source.faults().stream()
                    .flatMap(each -> each.outcomes().stream())
                    .map(Outcome::aftermath)
                    .map(time)
                    .toList();
            return times.isEmpty() || times.contains(null) ? Optional.empty() : Optional.of(Collections.max(times));
        });
    }
}
