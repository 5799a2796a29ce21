package io.twohop.result;

import io.twohop.account.Reported;
import io.twohop.config.Secrets;
import io.twohop.workload.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What faults did to the messages of one fork. Times are in nanoseconds; what was not seen within the run is null.
 *
 * @param outcomes of each fault, by time
 * @param acknowledgedLost messages that the transport had acknowledged, and that never arrived
 * @param reportedLost messages that never arrived, and were reported as failed to their sender or service: as the account has
 *     them, they failed
 * @param unansweredLost messages that never arrived, though nobody acknowledged them nor reported a failure
 * @param undelivered messages that had not arrived when the run ended, and might still have: messages did not flow again, or a
 *     redelivery was due
 * @param before latency of what had arrived before the first fault
 * @param during of what was under way during a fault, or sent before its effect was over
 * @param after of all others
 * @param errors what clients said, by text
 * @param dropped messages that never arrived since the service took them and did not answer
 */
public record Faults(
        List<Outcome> outcomes,
        long acknowledgedLost,
        long reportedLost,
        long unansweredLost,
        long undelivered,
        Latency before,
        Latency during,
        Latency after,
        List<ClientError> errors,
        long dropped) {
    /**
     * What one fault did.
     *
     * @param what such as {@code kill broker}
     * @param atNanos when it began, from the start of measuring
     * @param outageNanos until its target was started again, or went on
     * @param noticedNanos until a client noticed
     * @param noticedBy what it noticed
     * @param firstThroughNanos until the first message arrived that was due after it
     * @param longestGapNanos the longest time without an arrival on a lane of the last hop that began with it or later, but
     *     before the next fault; one that is open at the end goes up to where the last message was due. Null where nothing
     *     ever arrived
     * @param longestGapLane the number of the topic, partition or subject that had it; null where all came by one
     * @param steadyNanos until latency was as before: the 99th percentile of a second's messages is at most twice what it
     *     was before the first fault
     * @param drainedNanos until no more messages were under way than before the first fault; null also where there never
     *     were more
     * @param mostUnderWay the most messages that were under way at once
     * @param lost messages that never arrived, as nobody reported
     * @param duplicated arrivals
     * @param outOfOrder arrivals
     * @param reported messages that never arrived, as somebody knows
     */
    public record Outcome(
            String what,
            long atNanos,
            Long outageNanos,
            Long noticedNanos,
            String noticedBy,
            Long firstThroughNanos,
            Long longestGapNanos,
            Integer longestGapLane,
            Long steadyNanos,
            Long drainedNanos,
            long mostUnderWay,
            long lost,
            long duplicated,
            long outOfOrder,
            Reported reported) {
        public Outcome {
            // Results of before they were counted have none.
            reported = reported == null ? Reported.NONE : reported;
        }
    }

    /**
     * Latencies of a phase, from the intended time.
     *
     * @param count samples
     * @param percentilesNanos only as deep as the samples support
     * @param maxNanos the largest; 0 without samples
     */
    public record Latency(long count, Map<String, Long> percentilesNanos, long maxNanos) {
        private static final double[] PERCENTILES = {50, 90, 99, 99.9};

        public Latency {
            percentilesNanos = Collections.unmodifiableMap(new LinkedHashMap<>(percentilesNanos));
        }

        /** Of a histogram. */
        public static Latency of(Histogram histogram) {
            Map<String, Long> percentiles = new LinkedHashMap<>();
            for (double percentile : PERCENTILES) {
                if (Percentiles.supports(histogram.getTotalCount(), percentile)) {
                    percentiles.put(Percentiles.label(percentile), histogram.getValueAtPercentile(percentile));
                }
            }
            return new Latency(histogram.getTotalCount(), percentiles, histogram.getMaxValue());
        }
    }

    /**
     * Something that a client said.
     *
     * @param text as it said it
     * @param count how often
     * @param firstNanos when first, from the start of measuring
     */
    public record ClientError(String text, long count, long firstNanos) {
        public ClientError {
            text = Secrets.redact(text);
        }
    }

    /** As many of the messages that somebody reports later as this has: those that were counted as lost although acknowledged. */
    public Reported known(Reported more) {
        return more.atMost(acknowledgedLost);
    }

    /** The same with more messages reported, which are {@link #known} here. */
    public Faults reported(Reported more) {
        Reported known = known(more);
        return new Faults(
                outcomes,
                acknowledgedLost - known.messages(),
                reportedLost + known.failed(),
                unansweredLost,
                undelivered,
                before,
                during,
                after,
                errors,
                dropped + known.dropped());
    }

    /** Messages that never arrived, as nobody reported. */
    public long lost() {
        return acknowledgedLost + unansweredLost;
    }
}
