package io.twohop.assertj;

import io.twohop.account.DurationText;
import io.twohop.finding.Rules;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import java.time.Duration;

/** Assertions on the latencies of one probe, over the samples of all forks. */
public final class LatencyAssert {
    private final BenchmarkAssert whole;
    private final BenchmarkResult result;
    private final Probe probe;
    private final LatencySummary summary;

    LatencyAssert(BenchmarkAssert whole, BenchmarkResult result, Probe probe, LatencySummary summary) {
        this.whole = whole;
        this.result = result;
        this.probe = probe;
        this.summary = summary;
    }

    /**
     * Returns assertions on the latency at a percentile.
     *
     * @param percentile above 0 and below 100, such as 99.9
     */
    public Limited percentile(double percentile) {
        if (!(percentile > 0 && percentile < 100)) {
            throw new IllegalArgumentException(
                    "percentile: " + percentile + " (expected: above 0 and below 100; max() is the largest)");
        }
        if (summary.count() == 0 || !Percentiles.supports(summary.count(), percentile)) {
            throw new InvalidMeasurementError(String.format(
                            "%,d samples say nothing of %s (expected: at least %,.0f); measure longer or more often",
                            summary.count(),
                            Percentiles.label(percentile),
                            Math.ceil(Percentiles.samplesNeeded(percentile)))
                    + Story.of(result));
        }
        return new Limited(
                Percentiles.label(percentile),
                percentile,
                summary.percentile(percentile).toNanos());
    }

    /** Returns assertions on the largest latency. */
    public Limited max() {
        if (summary.count() == 0) {
            throw new InvalidMeasurementError("no message of the measured window arrived" + Story.of(result));
        }
        return new Limited("max", Slo.ALL, summary.maxNanos());
    }

    /** Returns the assertions on the whole result. */
    public BenchmarkAssert and() {
        return whole;
    }

    /** Assertions on one latency. */
    public final class Limited {
        private final String name;
        private final double percentile;
        private final long nanos;

        private Limited(String name, double percentile, long nanos) {
            this.name = name;
            this.percentile = percentile;
            this.nanos = nanos;
        }

        /** Verifies that the latency is below the limit. */
        public LatencyAssert isLessThan(Duration limit) {
            return check(nanos < limit.toNanos(), "less than ", limit);
        }

        /** Verifies that the latency is at most the limit. */
        public LatencyAssert isAtMost(Duration limit) {
            return check(nanos <= limit.toNanos(), "at most ", limit);
        }

        private LatencyAssert check(boolean kept, String words, Duration limit) {
            if (!kept) {
                result.trust()
                        .filter(trust -> trust.excuses(probe, summary, percentile, limit.toNanos()))
                        .ifPresent(trust -> {
                            throw new InvalidMeasurementError(probe.key() + " " + name + " of " + DurationText.of(nanos)
                                    + " cannot be judged here: " + trust.text(summary, percentile)
                                    + "; " + Rules.MACHINE_MAY_DECIDE.remedy()
                                    + ", or set a limit outside of that range" + Story.of(result, probe));
                        });
                throw new BudgetMissedError(probe.key() + " " + name + " is "
                        + DurationText.besides(nanos, limit.toNanos()) + " (expected: " + words
                        + DurationText.exact(limit.toNanos()) + ")" + withoutMachine() + Story.of(result, probe));
            }
            return LatencyAssert.this;
        }

        /** Says why a figure misses its budget beyond doubt though the machine may have decided it: its least value does, too. */
        private String withoutMachine() {
            return result.trust()
                    .filter(trust -> result.untrusted(probe).contains(name))
                    .map(trust -> ", at least "
                            + DurationText.of(trust.range(summary, percentile).lowestNanos())
                            + " without this machine's delays")
                    .orElse("");
        }
    }
}
