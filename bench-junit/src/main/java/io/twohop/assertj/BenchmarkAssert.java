package io.twohop.assertj;

import io.twohop.account.Accounting;
import io.twohop.account.DurationText;
import io.twohop.compare.Comparison;
import io.twohop.compare.Metric;
import io.twohop.compare.MetricFinding;
import io.twohop.compare.MetricFinding.Word;
import io.twohop.compare.Plan;
import io.twohop.compare.Side;
import io.twohop.compare.SideReader;
import io.twohop.config.Texts;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Memory;
import io.twohop.result.RequiredTrust;
import io.twohop.result.Verdict;
import io.twohop.stats.SignificanceTest;
import io.twohop.workload.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on a result. Each first verifies that the measurement is valid, since invalid figures neither keep nor miss a budget. Failures
 * are {@link BudgetMissedError} or {@link InvalidMeasurementError}.
 */
public final class BenchmarkAssert extends AbstractAssert<BenchmarkAssert, BenchmarkResult> {
    private static final double PERCENT = 100;
    private static final double ALPHA = 0.05;

    /** Percentiles by which results are compared. */
    private static final List<Metric> SPEED =
            List.of(new Metric("endToEnd.p50"), new Metric("endToEnd.p90"), new Metric("endToEnd.p99"));

    BenchmarkAssert(BenchmarkResult actual) {
        super(actual, BenchmarkAssert.class);
    }

    /** Verifies that the run completed, held its rate and kept the transport's guarantees. */
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

    /** Verifies that the result is valid and met its objectives, if any. */
    public BenchmarkAssert meetsItsObjectives() {
        isValid();
        if (actual.verdict() instanceof Verdict.Missed missed) {
            throw new BudgetMissedError(missed.reasons().get(0) + Story.of(actual));
        }
        return this;
    }

    /**
     * Verifies that the result is valid, and that the machine cannot have decided the end-to-end latencies up to a percentile.
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

    /** Verifies that every message arrived, whatever the transport promised. A queued message has not arrived. */
    public BenchmarkAssert hasNoLoss() {
        isNotNull();
        Accounting account = actual.accounting()
                .orElseThrow(() -> new InvalidMeasurementError(
                        "no fork came to its end, so that messages are not accounted for" + Story.of(actual)));
        String known = account.reported().messages() == 0 ? "lost" : "failed, dropped or lost";
        String what = account.undelivered() == 0 ? known : known + " or queued";
        return none(what, account.missing());
    }

    /** Verifies that no message arrived twice. */
    public BenchmarkAssert hasNoDuplicates() {
        isValid();
        return none("duplicated", actual.accounting().orElseThrow().duplicated());
    }

    /** Verifies that the messages of each producer arrived in order. */
    public BenchmarkAssert keepsOrder() {
        isValid();
        return none("out of order", actual.accounting().orElseThrow().outOfOrder());
    }

    /** Verifies that the messages of each producer and key arrived in order. */
    public BenchmarkAssert keepsOrderByKey() {
        isValid();
        long outOfOrder = Optional.ofNullable(actual.accounting().orElseThrow().outOfOrderByKey())
                .orElseThrow(() -> new InvalidMeasurementError(
                        "messages have no keys; the workload's keys gives them some" + Story.of(actual)));
        return none("out of order by key", outOfOrder);
    }

    private BenchmarkAssert none(String what, long messages) {
        if (messages > 0) {
            throw new BudgetMissedError(
                    Texts.format("%,d messages %s (expected: none)", messages, what) + Story.of(actual));
        }
        return this;
    }

    /** Returns assertions on the latency from the intended time to the sink. */
    public LatencyAssert endToEnd() {
        return latency(Probe.END_TO_END);
    }

    /** Returns assertions on the latency from the intended time to a probe. */
    public LatencyAssert latency(Probe probe) {
        isValid();
        if (!actual.probes().containsKey(probe)) {
            throw new InvalidMeasurementError(probe.key() + " was not measured; there are "
                    + actual.probes().keySet() + Story.of(actual));
        }
        return new LatencyAssert(this, actual, probe, actual.latency(probe));
    }

    /** Verifies that no fork allocated more bytes per message, without the harness's own threads. */
    public BenchmarkAssert allocatesAtMost(double bytesPerMessage) {
        isValid();
        for (Fork fork : actual.forks()) {
            Memory memory = recorded(fork);
            double allocated = Optional.ofNullable(memory.allocatedBytesPerMessage())
                    .orElseThrow(() -> new InvalidMeasurementError(
                            "no message arrived in the measured window" + Story.of(actual)));
            if (allocated > bytesPerMessage) {
                throw new BudgetMissedError(Texts.format(
                                "%,.1f B allocated a message in fork %d (expected: at most %,.1f), most as %s",
                                allocated,
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

    /** Verifies that no garbage collection paused a fork for longer in its window. */
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
        return fork.memory()
                .orElseThrow(() -> new InvalidMeasurementError(
                        "memory was not recorded; it is with jfr: default" + Story.of(actual)));
    }

    /**
     * Verifies that p50, p90 and p99 end to end are not slower than in another result. A larger and significant slowdown misses the
     * budget (permutation test over forks, alpha 0.05 for all three together). Too few forks to detect such a slowdown make the measurement
     * invalid.
     *
     * @param baseline directory of a result with the same workload, machine and JVM
     * @param percent allowed slowdown in per cent
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
        List<MetricFinding> findings = Comparison.of(base, List.of(candidate), SPEED, Plan.of(SPEED, SPEED), options)
                .get(0)
                .findings();
        for (MetricFinding finding : findings) {
            double change = finding.change().orElse(0.0) * PERCENT;
            if (finding.word() == Word.REGRESSED && change > percent) {
                throw new BudgetMissedError(Texts.format(
                                "%s is slower by %.1f %% than in %s (expected: by %.1f %% at most; p %.4f)",
                                finding.metric().name(),
                                change,
                                baseline,
                                percent,
                                finding.adjustedPValue().orElseThrow())
                        + Story.of(actual));
            }
        }
        for (MetricFinding finding : findings) {
            if (finding.word() == Word.NOT_TRUSTED) {
                throw new InvalidMeasurementError(finding.metric().name()
                        + " cannot be judged here: the machine may have decided it; use one with more cores, or with nothing"
                        + " else on it" + Story.of(actual));
            }
            if (finding.forksNeeded().isPresent()) {
                throw new InvalidMeasurementError(Texts.format(
                        "%d and %d forks cannot tell a change of %.1f %% of %s from chance; it takes about %,d of each",
                        base.forks(),
                        candidate.forks(),
                        percent,
                        finding.metric().name(),
                        finding.forksNeeded().get()));
            }
        }
        return this;
    }

    /** Compares with a result of this JVM, as {@link #isNotSlowerThan(Path, double)}. */
    public BenchmarkAssert isNotSlowerThan(BenchmarkResult baseline, double percent) {
        return isNotSlowerThan(baseline.directory(), percent);
    }
}
