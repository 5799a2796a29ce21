package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.account.DurationText;
import io.twohop.workload.Probe;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The extent to which a tail can be trusted. The machine added to the latency of some messages, so that each percentile lies in a range:
 * at most as high as was seen, and no lower than {@link WithoutMachine} says. It is trusted where the two ends agree.
 *
 * @param delayedShare the part of the messages that the machine delayed by enough to decide the first doubtful figure; 0 where
 *     all are trusted
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
    /** The key of the largest sample. */
    public static final String MAX = "max";

    private static final double PERCENT = 100;
    private static final int DECIMALS = 9;

    /**
     * The range in which a latency lies without the machine.
     *
     * @param lowestNanos if the machine delayed the slowest messages
     * @param highestNanos if it delayed others, as was seen
     */
    public record Range(long lowestNanos, long highestNanos) {
        /** Whether its ends agree so well that either may be stated. */
        boolean agrees() {
            return highestNanos <= (1 + WithoutMachine.AGREE) * lowestNanos;
        }
    }

    /**
     * Trust in one probe.
     *
     * @param upTo the percentile where the figures begin that the machine may have decided, up to the lowest one that is
     *     reported; null where all reported figures are trusted, 0 where none is
     * @param nanos the latency there; null where all are trusted
     * @param untrusted of the figures of a result, those that the machine may have decided, such as {@code p99.9} or
     *     {@code max}. What is far longer than anything that the machine did is not among them, wherever it lies
     * @param ranges by figure of the result
     */
    public record Extent(Double upTo, Long nanos, List<String> untrusted, Map<String, Range> ranges) {
        public Extent {
            untrusted = List.copyOf(untrusted);
            ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
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
        Extent main = parts.get(Probe.END_TO_END);
        if (main == null || main.upTo == null) {
            return new Trust(0, 0, null, parts, delays);
        }
        long decisive = WithoutMachine.decisive(main.ranges.get(main.untrusted.get(0)).highestNanos);
        return new Trust(
                Math.min(
                        1,
                        delays.above(decisive) / latencies.get(Probe.END_TO_END).count()),
                delays.longestNanos(),
                delays.causeAbove(decisive),
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
        WithoutMachine without = new WithoutMachine(delays, latency.histogram());
        Map<String, Range> ranges = new LinkedHashMap<>();
        latency.percentilesNanos()
                .keySet()
                .forEach(label -> ranges.put(label, without.range(Double.parseDouble(label.substring(1)))));
        ranges.put(MAX, without.range(PERCENT));
        List<String> untrusted = ranges.entrySet().stream()
                .filter(range -> !range.getValue().agrees())
                .map(Map.Entry::getKey)
                .toList();
        if (untrusted.isEmpty()) {
            return new Extent(null, null, untrusted, ranges);
        }
        String first = untrusted.get(0);
        double upTo = without.doubtfulFrom(first.equals(MAX) ? PERCENT : Double.parseDouble(first.substring(1)));
        return new Extent(upTo, without.nanos(upTo), untrusted, ranges);
    }

    /** The range of a latency at any percentile; 100 is the largest sample. */
    public Range range(LatencySummary latency, double percentile) {
        return new WithoutMachine(delays, latency.histogram()).range(percentile);
    }

    /** Whether the machine may have decided the latency at a percentile; 100 is the largest sample. */
    public boolean doubts(LatencySummary latency, double percentile) {
        return !range(latency, percentile).agrees();
    }

    /**
     * Whether a limit that was exceeded may have been exceeded by the machine's doing alone. The machine only adds to a
     * latency: a limit that was kept is kept, and one below the whole range is exceeded.
     *
     * @param percentile 100 for the largest sample
     */
    public boolean excuses(Probe probe, LatencySummary latency, double percentile, long limitNanos) {
        return probes.containsKey(probe) && range(latency, percentile).lowestNanos <= limitNanos;
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

    /** Returns the range of a latency without the machine, and the machine's doing; for a latency that it may have decided. */
    public String text(LatencySummary latency, double percentile) {
        Range range = range(latency, percentile);
        return "without this machine between " + DurationText.of(range.lowestNanos) + " and "
                + DurationText.of(range.highestNanos) + " ("
                + reason(Math.min(1, delays.above(0) / latency.count()), delays.longestNanos(), delays.causeAbove(0))
                + ")";
    }

    /** How far, where that is not to its end. */
    public String extent() {
        String upTo = upTo();
        return "p0".equals(upTo) ? "trusted nowhere" : "trusted to " + upTo;
    }

    /** Returns why the trust ends there. */
    public String reason() {
        return reason(delayedShare, longestNanos, cause);
    }

    private static String reason(double share, long nanos, String why) {
        return String.format(
                Locale.ROOT,
                "this machine delayed %s of messages by up to %s: %s",
                percent(share),
                DurationText.of(nanos),
                why);
    }

    private static String percent(double share) {
        return new BigDecimal(PERCENT * share)
                        .round(new MathContext(2))
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }
}
