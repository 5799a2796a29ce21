package io.twohop.assertj;

import io.twohop.account.Accounting;
import io.twohop.account.DurationText;
import io.twohop.compare.Comparison;
import io.twohop.compare.Finding;
import io.twohop.compare.Finding.Word;
import io.twohop.compare.Metric;
import io.twohop.compare.Plan;
import io.twohop.compare.Side;
import io.twohop.compare.SideReader;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Memory;
import io.twohop.result.RequiredTrust;
import io.twohop.result.Verdict;
import io.twohop.stats.SignificanceTest;
import io.twohop.workload.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on a result. Each first makes sure that the measurement is valid: a budget is neither kept nor missed by numbers
 * that mean nothing. The two failures differ: {@link BudgetMissedError}, {@link InvalidMeasurementError}.
 */
public final class BenchmarkAssert extends AbstractAssert<BenchmarkAssert, BenchmarkResult> {
    private static final double PERCENT = 100;
    private static final double ALPHA = 0.05;

    /** Percentiles that stand for how fast a result is. */
    private static final List<Metric> SPEED =
            List.of(new Metric("endToEnd.p50"), new Metric("endToEnd.p90"), new Metric("endToEnd.p99"));

    BenchmarkAssert(BenchmarkResult actual) {
        super(actual, BenchmarkAssert.class);
    }

    /** The run came to its end, held its rate and lost nothing that it had promised to deliver. */
    public BenchmarkAssert isValid() {
        isNotNull();
        Verdict verdict = actual.verdict();
        if (!actual.complete() || verdict instanceof Verdict.Invalid || verdict instanceof Verdict.Saturated) {
            throw new InvalidMeasurementError((verdict.reasons().isEmpty()
                            ? "the run broke off"
                            : verdict.reasons().get(0))
                    + Story.of(actual));
        }
        return this;
    }

    /** It is valid and met its objectives, if it had any. */
    public BenchmarkAssert meetsItsObjectives() {
        isValid();
        if (actual.verdict() instanceof Verdict.Missed missed) {
            throw new BudgetMissedError(missed.reasons().get(0) + Story.of(actual));
        }
        return this;
    }

    /**
     * Verifies that the result is valid, and that the machine cannot have decided the latencies end to end up to a percentile.
     *
     * @param percentile above 0 and below 100, such as 99.9
     */
    public BenchmarkAssert isTrustedTo(double percentile) {
        isValid();
        new RequiredTrust(percentile).refusal(actual).ifPresent(reason -> {
            throw new InvalidMeasurementError(reason + Story.of(actual));
        });
        return this;
    }

    /** Every message arrived, whatever the transport promised. One that may still be queued has not. */
    public BenchmarkAssert hasNoLoss() {
        isNotNull();
        if (actual.accounting() == null) {
            throw new InvalidMeasurementError(
                    "no fork came to its end, so that messages are not accounted for" + Story.of(actual));
        }
        Accounting account = actual.accounting();
        String known = account.reported().messages() == 0 ? "lost" : "failed, dropped or lost";
        String what = account.undelivered() == 0 ? known : known + " or queued";
        return none(what, account.missing());
    }

    /** No message arrived twice. */
    public BenchmarkAssert hasNoDuplicates() {
        isValid();
        return none("duplicated", actual.accounting().duplicated());
    }

    /** Messages of each producer arrived in their order. */
    public BenchmarkAssert keepsOrder() {
        isValid();
        return none("out of order", actual.accounting().outOfOrder());
    }

    /** Messages of each producer and key arrived in their order. */
    public BenchmarkAssert keepsOrderByKey() {
        isValid();
        Long outOfOrder = actual.accounting().outOfOrderByKey();
        if (outOfOrder == null) {
            throw new InvalidMeasurementError(
                    "messages have no keys; the workload's keys gives them some" + Story.of(actual));
        }
        return none("out of order by key", outOfOrder);
    }

    private BenchmarkAssert none(String what, long messages) {
        if (messages > 0) {
            throw new BudgetMissedError(
                    String.format(Locale.ROOT, "%,d messages %s (expected: none)", messages, what) + Story.of(actual));
        }
        return this;
    }

    /** Latency from the intended time to the sink. */
    public LatencyAssert endToEnd() {
        return latency(Probe.END_TO_END);
    }

    /** Latency from the intended time to another place on the way. */
    public LatencyAssert latency(Probe probe) {
        isValid();
        LatencySummary summary = actual.probes().get(probe);
        if (summary == null) {
            throw new InvalidMeasurementError(probe.key() + " was not measured; there are "
                    + actual.probes().keySet() + Story.of(actual));
        }
        return new LatencyAssert(this, actual, probe, summary);
    }

    /** Bytes that all threads but the harness's own allocated for each message, in every fork. */
    public BenchmarkAssert allocatesAtMost(double bytesPerMessage) {
        isValid();
        for (Fork fork : actual.forks()) {
            Memory memory = recorded(fork);
            if (memory.allocatedBytesPerMessage() == null) {
                throw new InvalidMeasurementError("no message arrived in the measured window" + Story.of(actual));
            }
            if (memory.allocatedBytesPerMessage() > bytesPerMessage) {
                throw new BudgetMissedError(String.format(
                                Locale.ROOT,
                                "%,.1f B allocated a message in fork %d (expected: at most %,.1f), most as %s",
                                memory.allocatedBytesPerMessage(),
                                fork.number(),
                                bytesPerMessage,
                                memory.topClasses().isEmpty()
                                        ? "unknown"
                                        : memory.topClasses().get(0).name())
                        + Story.of(actual));
            }
        }
        return this;
    }

    /** No collection of garbage stopped any fork for longer while it measured. */
    public BenchmarkAssert hasNoGcPauseLongerThan(Duration limit) {
        isValid();
        for (Fork fork : actual.forks()) {
            recorded(fork).window().collections().forEach((kind, times) -> {
                if (times.maxNanos() > limit.toNanos()) {
                    throw new BudgetMissedError(
                            "a " + kind + " pause of " + DurationText.besides(times.maxNanos(), limit.toNanos())
                                    + " in fork " + fork.number() + " (expected: none longer than "
                                    + DurationText.exact(limit.toNanos()) + ")" + Story.of(actual));
                }
            });
        }
        return this;
    }

    private Memory recorded(Fork fork) {
        if (fork.memory() == null) {
            throw new InvalidMeasurementError("memory was not recorded; it is with jfr: default" + Story.of(actual));
        }
        return fork.memory();
    }

    /**
     * At 50, 90 and 99 % end to end, not slower than another result, as far as the forks of both can tell: fails on a change
     * for the worse that is both larger and not by chance (permutation test over forks, alpha 0.05 for the three together),
     * and as an invalid measurement where there are too few forks to see such a change.
     *
     * @param baseline a result's directory, of the same workload, machine and JVM
     * @param percent by how much it may be slower
     */
    public BenchmarkAssert isNotSlowerThan(Path baseline, double percent) {
        isValid();
        Side base = SideReader.read(baseline.toString());
        Side candidate = SideReader.read(actual.directory().toString());
        base.differences(candidate).forEach((key, both) -> {
            throw new InvalidMeasurementError(key + " is not the same as in " + baseline + ": " + both);
        });
        Comparison.Options options =
                new Comparison.Options(SignificanceTest.PERMUTATION, ALPHA, true, percent / PERCENT);
        List<Finding> findings = Comparison.of(base, List.of(candidate), SPEED, Plan.of(SPEED, SPEED), options)
                .get(0)
                .findings();
        for (Finding finding : findings) {
            if (finding.word() == Word.REGRESSED && finding.change() != null && finding.change() * PERCENT > percent) {
                throw new BudgetMissedError(String.format(
                                Locale.ROOT,
                                "%s is slower by %.1f %% than in %s (expected: by %.1f %% at most; p %.4f)",
                                finding.metric().name(),
                                finding.change() * PERCENT,
                                baseline,
                                percent,
                                finding.adjustedPValue())
                        + Story.of(actual));
            }
        }
        for (Finding finding : findings) {
            if (finding.word() == Word.NOT_TRUSTED) {
                throw new InvalidMeasurementError(finding.metric().name()
                        + " cannot be judged here: the machine may have decided it; use one with more cores, or with nothing"
                        + " else on it" + Story.of(actual));
            }
            if (finding.forksNeeded() != null) {
                throw new InvalidMeasurementError(String.format(
                        Locale.ROOT,
                        "%d and %d forks cannot tell a change of %.1f %% of %s from chance; it takes about %,d of each",
                        base.forks(),
                        candidate.forks(),
                        percent,
                        finding.metric().name(),
                        finding.forksNeeded()));
            }
        }
        return this;
    }

    /** The same against a result of this JVM. */
    public BenchmarkAssert isNotSlowerThan(BenchmarkResult baseline, double percent) {
        return isNotSlowerThan(baseline.directory(), percent);
    }
}
