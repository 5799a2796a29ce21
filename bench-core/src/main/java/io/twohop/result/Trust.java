package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.measure.DurationText;
import io.twohop.workload.Probe;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How far a tail can be trusted: up to the percentile where the messages that the machine delayed, by more than a tenth of
 * the figure, are as many as lie beyond it. There the machine may have decided the figure; before it, it cannot have.
 *
 * @param delayedShare the part of the messages that it delayed so much; 0 where all is trusted
 * @param longestNanos the longest of those delays
 * @param cause of most of them; null where all is trusted
 * @param probes by probe
 * @param delays that this follows from
 */
public record Trust(
        double delayedShare,
        long longestNanos,
        String cause,
        Map<Probe, Extent> probes,
        @JsonIgnore Delays delays) {
    /** What a machine adds that is less than this part of a latency does not decide it. */
    private static final double DECIDES = 0.1;

    /** The share of delayed messages is an estimate, right to within a third: it may be larger by this factor. */
    private static final double AT_MOST = 1.5;

    /** Fewer messages than this are none: parts of messages are counted. */
    private static final double ONE = 0.5;

    /** The key of the largest sample. */
    public static final String MAX = "max";

    private static final double PERCENT = 100;
    private static final int DECIMALS = 9;

    /**
     * Of a probe.
     *
     * @param upTo the percentile; null where all is trusted, 0 where nothing is
     * @param nanos the latency there; null where all is trusted
     * @param untrusted of the figures of a result, those that the machine may have decided, such as {@code p99.9} or
     *     {@code max}. What is far longer than anything that the machine did is not among them, wherever it lies
     */
    public record Extent(Double upTo, Long nanos, List<String> untrusted) {
        private static final Extent WHOLE = new Extent(null, null, List.of());

        public Extent {
            untrusted = List.copyOf(untrusted);
        }
    }

    /** What the delays leave of the latencies. */
    public static Trust of(Delays delays, Map<Probe, LatencySummary> latencies) {
        Map<Probe, Extent> parts = new EnumMap<>(Probe.class);
        latencies.forEach((probe, latency) -> {
            // This one shows the machine and nothing else.
            if (probe != Probe.LATENESS && latency.count() > 0) {
                parts.put(probe, part(delays, latency));
            }
        });
        LatencySummary main = latencies.get(Probe.END_TO_END);
        Limit limit = main == null ? null : Limit.of(delays, main.histogram());
        return limit == null
                ? new Trust(0, 0, null, parts, delays)
                : new Trust(
                        Math.min(1, limit.delayed / main.count()),
                        delays.longestNanos(),
                        delays.causeAbove(decisive(limit.nanos)),
                        parts,
                        delays);
    }

    /** That of all forks together; null unless each has one. */
    public static Trust of(List<Fork> forks, Map<Probe, LatencySummary> latencies) {
        return forks.isEmpty() || forks.stream().anyMatch(fork -> fork.trust() == null)
                ? null
                : of(Delays.of(forks.stream().map(fork -> fork.trust().delays).toList()), latencies);
    }

    private static Extent part(Delays delays, LatencySummary latency) {
        Limit limit = Limit.of(delays, latency.histogram());
        if (limit == null) {
            return Extent.WHOLE;
        }
        List<String> untrusted = new ArrayList<>();
        latency.percentilesNanos().keySet().stream()
                .filter(label -> decides(delays, latency, Double.parseDouble(label.substring(1))))
                .forEach(untrusted::add);
        if (decides(delays, latency, PERCENT)) {
            untrusted.add(MAX);
        }
        return new Extent(limit.percentile, latency.histogram().getValueAtPercentile(limit.percentile), untrusted);
    }

    /** Whether the machine may have decided the latency at a percentile; 100 is the largest sample. */
    public boolean doubts(LatencySummary latency, double percentile) {
        return decides(delays, latency, percentile);
    }

    private static boolean decides(Delays delays, LatencySummary latency, double percentile) {
        return decides(delays, latency, percentile, 1);
    }

    /** @param factor by which more may have been delayed */
    private static boolean decides(Delays delays, LatencySummary latency, double percentile, double factor) {
        long nanos = latency.histogram().getValueAtPercentile(percentile);
        return factor * delays.above(decisive(nanos)) > Math.max(ONE, latency.count() * (1 - percentile / PERCENT));
    }

    private static long decisive(long nanos) {
        return (long) (DECIDES * nanos);
    }

    /**
     * Whether a limit that was exceeded may have been exceeded by the machine's doing alone. The machine only adds to a
     * latency: a limit that was kept is kept, and one that is exceeded as far as the run can surely be trusted is exceeded.
     *
     * @param percentile 100 for the largest sample
     */
    public boolean excuses(Probe probe, LatencySummary latency, double percentile, long limitNanos) {
        Extent part = probes.get(probe);
        if (part == null || part.upTo == null || !decides(delays, latency, percentile, AT_MOST)) {
            return false;
        }
        double surelyUpTo = PERCENT - AT_MOST * (PERCENT - part.upTo);
        return surelyUpTo <= 0
                || surelyUpTo > percentile
                || (1 - DECIDES) * latency.histogram().getValueAtPercentile(surelyUpTo) <= limitNanos;
    }

    /** The percentile that it is trusted to end to end, such as {@code p97}, rounded towards the safe side; null if to its end. */
    @JsonProperty
    public String upTo() {
        Extent part = probes.get(Probe.END_TO_END);
        return part == null || part.upTo == null ? null : label(part.upTo);
    }

    /** One digit of what lies beyond, rounded up. */
    private static String label(double percentile) {
        // Without what the subtraction leaves of a binary fraction.
        BigDecimal beyond = BigDecimal.valueOf(PERCENT - percentile).setScale(DECIMALS, RoundingMode.HALF_UP);
        // Whole percents while there are any.
        BigDecimal shown = beyond.compareTo(BigDecimal.ONE) < 0
                ? beyond.round(new MathContext(1, RoundingMode.UP))
                : beyond.setScale(0, RoundingMode.UP);
        return "p"
                + BigDecimal.valueOf(100).subtract(shown).stripTrailingZeros().toPlainString();
    }

    /** Of a probe's figures in a result, those that the machine may have decided. */
    public List<String> untrusted(Probe probe) {
        Extent part = probes.get(probe);
        return part == null ? List.of() : part.untrusted;
    }

    /** How far, and why no further, to be read after a verdict; empty if to its end. */
    @JsonProperty
    public String text() {
        return upTo() == null ? "" : extent() + " (" + reason() + ")";
    }

    /** How far, where that is not to its end. */
    public String extent() {
        String upTo = upTo();
        return "p0".equals(upTo) ? "trusted nowhere" : "trusted to " + upTo;
    }

    /** And why no further. */
    public String reason() {
        return String.format(
                Locale.ROOT,
                "this machine delayed %s of messages by up to %s: %s",
                percent(delayedShare),
                DurationText.of(longestNanos),
                cause);
    }

    private static String percent(double share) {
        return new BigDecimal(PERCENT * share)
                        .round(new MathContext(2))
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }

    /** Where the machine begins to decide. */
    private record Limit(double percentile, long nanos, double delayed) {
        /** Null where it never does. Percentiles rise with the latencies, and fewer were delayed by a part of a longer one. */
        static Limit of(Delays delays, Histogram histogram) {
            double count = histogram.getTotalCount();
            double below = 0;
            for (HistogramIterationValue value : histogram.recordedValues()) {
                double delayed = delays.above(decisive(value.getValueIteratedTo()));
                double reached = value.getTotalCountToThisValue();
                if (delayed > Math.max(ONE, count - reached)) {
                    double trusted = Math.max(below, count - delayed);
                    return new Limit(PERCENT * Math.max(0, trusted) / count, value.getValueIteratedTo(), delayed);
                }
                below = reached;
            }
            return null;
        }
    }
}
