package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The extent to which latencies can be trusted. The machine added to the latency of some messages, so each percentile lies in a range,
 * from the lower end of {@link WithoutMachine} to the measured value. It is trusted if the two ends agree.
 *
 * @param delayedShare share of messages that the machine delayed long enough to decide the first doubtful figure; 0 if all
 *     figures are trusted
 * @param longestNanos the longest of those delays
 * @param cause of most of them; null if all figures are trusted
 * @param probes trust in each probe
 * @param delays behind these ranges; null in a result that was read from a file
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
     * @param highestNanos the measured value
     */
    public record Range(long lowestNanos, long highestNanos) {
        /** Returns whether its ends agree so well that either may be stated. */
        boolean agrees() {
            return highestNanos <= (1 + WithoutMachine.AGREE) * lowestNanos;
        }
    }

    /**
     * Trust in one probe.
     *
     * @param upTo the percentile where the figures begin that the machine may have decided, up to the lowest one that is
     *     reported; null if all reported figures are trusted, 0 if none is
     * @param nanos the latency there; null if all are trusted
     * @param untrusted names of figures that the machine may have decided, such as {@code p99.9} or {@code max}. A latency far
     *     longer than any of the machine's delays is not among them
     * @param ranges by figure of the result
     */
    public record Extent(Double upTo, Long nanos, List<String> untrusted, Map<String, Range> ranges) {
        public Extent {
            untrusted = List.copyOf(untrusted);
            ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
        }
    }

    /** Returns the trust that the delays leave in the latencies. */
    public static Trust of(Delays delays, Map<Probe, LatencySummary> latencies) {
        Map<Probe, Extent> parts = new EnumMap<>(Probe.class);
        latencies.forEach((probe, latency) -> {
            // Lateness shows the machine and nothing else.
            if (probe != Probe.LATENESS && latency.count() > 0) {
                parts.put(probe, part(delays, latency));
            }
        });
        Trust whole = new Trust(0, 0, null, parts, delays);
        if (whole.isWhole()) {
            return whole;
        }
        Extent main = parts.get(Probe.END_TO_END);
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

    /** Returns the trust in the latencies of several measurements together; empty unless each has one. */
    public static Optional<Trust> merged(List<Optional<Trust>> each, Map<Probe, LatencySummary> latencies) {
        List<Delays> known =
                each.stream().flatMap(Optional::stream).map(Trust::delays).toList();
        return known.isEmpty() || known.size() < each.size()
                ? Optional.empty()
                : Optional.of(of(Delays.of(known), latencies));
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

    /** Returns the range of a latency at any percentile; 100 is the largest sample. */
    public Range range(LatencySummary latency, double percentile) {
        return new WithoutMachine(delays, latency.histogram()).range(percentile);
    }

    /** Returns whether the machine may have decided the latency at a percentile; 100 is the largest sample. */
    public boolean doubts(LatencySummary latency, double percentile) {
        return !range(latency, percentile).agrees();
    }

    /**
     * Returns whether the machine alone may have exceeded a limit. It only adds to latencies: a limit that was kept is kept, and a
     * limit below the whole range is exceeded.
     *
     * @param percentile 100 for the largest sample
     */
    public boolean excuses(Probe probe, LatencySummary latency, double percentile, long limitNanos) {
        return probes.containsKey(probe) && range(latency, percentile).lowestNanos <= limitNanos;
    }

    /** Returns the percentile to which latencies end to end are trusted, rounded to the safe side; 100 if all are. */
    public double percentile() {
        return limit().map(Trust::rounded).orElse(PERCENT);
    }

    private Optional<Double> limit() {
        return Optional.ofNullable(probes.get(Probe.END_TO_END)).map(Extent::upTo);
    }

    /** Returns whether all latencies end to end are trusted. */
    @JsonIgnore
    public boolean isWhole() {
        return limit().isEmpty();
    }

    /** Returns the name of {@link #percentile()}, such as {@code p97}; {@code null} if all are trusted. */
    @JsonProperty
    public String upTo() {
        return isWhole() ? null : Percentiles.label(percentile());
    }

    /** Rounds down, so that the rest to 100 has one digit. */
    private static double rounded(double percentile) {
        // The subtraction leaves rounding errors of binary fractions.
        BigDecimal beyond = BigDecimal.valueOf(PERCENT - percentile).setScale(DECIMALS, RoundingMode.HALF_UP);
        // From one percent on, whole percents.
        BigDecimal shown = beyond.compareTo(BigDecimal.ONE) < 0
                ? beyond.round(new MathContext(1, RoundingMode.UP))
                : beyond.setScale(0, RoundingMode.UP);
        return BigDecimal.valueOf(100).subtract(shown).doubleValue();
    }

    /** Returns the names of a probe's figures that the machine may have decided. */
    public List<String> untrusted(Probe probe) {
        return Optional.ofNullable(probes.get(probe)).map(Extent::untrusted).orElse(List.of());
    }

    /** Returns the extent with its reason, as shown after a verdict; empty if all is trusted. */
    @JsonProperty
    public String text() {
        return isWhole() ? "" : extent() + " (" + reason() + ")";
    }

    /** Returns the range of a doubtful latency without the machine, and the delays. */
    public String text(LatencySummary latency, double percentile) {
        Range range = range(latency, percentile);
        return "without this machine between " + DurationText.of(range.lowestNanos) + " and "
                + DurationText.of(range.highestNanos) + " ("
                + reason(Math.min(1, delays.above(0) / latency.count()), delays.longestNanos(), delays.causeAbove(0))
                + ")";
    }

    /** Returns the extent in words, unless all is trusted. */
    public String extent() {
        return percentile() == 0 ? "trusted nowhere" : "trusted to " + upTo();
    }

    /** Returns the reason that trust ends there. */
    public String reason() {
        return reason(delayedShare, longestNanos, cause);
    }

    private static String reason(double share, long nanos, String why) {
        return Texts.format(
                "this machine delayed %s of messages by up to %s: %s", percent(share), DurationText.of(nanos), why);
    }

    private static String percent(double share) {
        return new BigDecimal(PERCENT * share)
                        .round(new MathContext(2))
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }
}
