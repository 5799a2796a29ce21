package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.twohop.account.Reported;
import io.twohop.config.Secrets;
import io.twohop.workload.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Effects of faults on the messages of one fork. Times are in nanoseconds.
 *
 * @param outcomes of each fault, by time
 * @param acknowledgedLost messages that the transport had acknowledged, and that never arrived
 * @param reportedLost messages that never arrived, and were reported as failed to their sender or service
 * @param unansweredLost messages that never arrived, and were neither acknowledged nor reported as failed
 * @param undelivered messages that had not arrived when the run ended but still might have: the transport had not recovered,
 *     or a redelivery was due
 * @param before latency of messages that arrived before the first fault
 * @param during latency of messages in flight during a fault, or sent before its effect ended
 * @param after latency of all others
 * @param errors messages of clients, by text
 * @param dropped messages that never arrived because the service did not answer them
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
     * The effect of one fault.
     *
     * @param what such as {@code kill broker}
     * @param atNanos its begin, from the start of measuring
     * @param aftermath its effects over time; in {@code result.json} its times lie beside the counts
     * @param mostUnderWay the most messages in flight at once
     * @param lost messages that never arrived and that nobody reported
     * @param duplicated arrivals
     * @param outOfOrder arrivals
     * @param reported messages that never arrived, as their sender or the service knows
     * @param backlog what piled up; {@code null} for a fault that does not stop consumers
     */
    public record Outcome(
            String what,
            long atNanos,
            @JsonUnwrapped Aftermath aftermath,
            long mostUnderWay,
            long lost,
            long duplicated,
            long outOfOrder,
            Reported reported,
            Backlog backlog) {
        public Outcome {
            // Older results lack these counts.
            reported = reported == null ? Reported.NONE : reported;
        }
    }

    /**
     * Times from the begin of a fault; {@code null} if not seen within the run.
     *
     * @param outageNanos until its target was started again, or continued
     * @param noticedNanos until a client noticed
     * @param noticedBy text of the client that noticed
     * @param firstThroughNanos until the first message arrived that was due after the fault
     * @param longestGapNanos the longest time without an arrival on a lane of the last hop that began with the fault or later,
     *     but before the next fault; a gap that is open at the end lasts until the last message was due. {@code null} if
     *     nothing ever arrived
     * @param longestGapLane number of the topic, partition or subject that had this gap; {@code null} if there is only one
     * @param steadyNanos until latency was as before: the 99th percentile of a second's messages is at most twice that before
     *     the first fault
     * @param drainedNanos until no more messages were under way than before the first fault; {@code null} also if there
     *     never were more
     */
    public record Aftermath(
            Long outageNanos,
            Long noticedNanos,
            String noticedBy,
            Long firstThroughNanos,
            Long longestGapNanos,
            Integer longestGapLane,
            Long steadyNanos,
            Long drainedNanos) {}

    /**
     * A backlog that was built by stopping the consumers of the first hop. Times count from when consumers started again.
     *
     * @param messages number that had been sent and had not arrived when consumers started again, without those that never will
     * @param bytes size of those messages, as handed to the transport
     * @param buildNanos time for which consumers were stopped
     * @param drainNanos time until no more messages were in flight than before the first fault; {@code null} if that was not
     *     within the window
     * @param steadyNanos time until latency was as before; {@code null} if that was not within the window
     * @param left messages that were in flight when the window ended or the next fault began; 0 if the backlog drained
     * @param drainedPerSecond arrivals from when consumers started until the backlog had drained, or until the window ended
     * @param duePerSecond offered rate in the same time
     * @param producers what producers saw before the first fault, while the backlog was built, and while it drained
     */
    public record Backlog(
            long messages,
            long bytes,
            long buildNanos,
            Long drainNanos,
            Long steadyNanos,
            long left,
            double drainedPerSecond,
            double duePerSecond,
            Producers producers) {
        /** Returns whether the backlog was still there when the window ended. */
        public boolean remained() {
            return left > 0;
        }

        /** Returns whether consumers took messages faster than they became due. */
        public boolean shrank() {
            return drainedPerSecond > duePerSecond;
        }
    }

    /** The effects of a backlog on producers. */
    public record Producers(Sending before, Sending building, Sending draining) {}

    /**
     * The effects on producers in a part of the run.
     *
     * @param sent from the intended time until the transport took a message
     * @param acknowledged from the intended time until the acknowledgement; without samples if the transport gives none
     * @param pushedBack messages that the transport did not take at once
     */
    public record Sending(Latency sent, Latency acknowledged, long pushedBack) {}

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

        /** Returns the latencies of a histogram. */
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
     * A message of a client.
     *
     * @param text with secrets redacted
     * @param count number of times
     * @param firstNanos first time, from the start of measuring
     */
    public record ClientError(String text, long count, long firstNanos) {
        public ClientError {
            text = Secrets.redact(text);
        }
    }

    /** Returns later reports, limited to the messages that count here as acknowledged and lost. */
    public Reported known(Reported more) {
        return more.atMost(acknowledgedLost);
    }

    /** Returns these effects with the {@link #known} part of later reports. */
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

    /** Returns whether consumers were stopped, which builds a backlog on purpose. */
    public boolean stopConsumers() {
        return outcomes.stream().anyMatch(outcome -> outcome.backlog() != null);
    }

    /** Returns whether all that was done is to stop consumers, which excuses no broken promise. */
    public boolean stopOnlyConsumers() {
        return !outcomes.isEmpty() && outcomes.stream().allMatch(outcome -> outcome.backlog() != null);
    }

    /** Returns the number of messages that never arrived, without a report. */
    public long lost() {
        return acknowledgedLost + unansweredLost;
    }
}
