package io.twohop.fault;

import io.twohop.account.Histograms;
import io.twohop.config.Nanos;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.result.Faults.Backlog;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Producers;
import io.twohop.result.Faults.Sending;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.agrona.collections.Long2LongHashMap;

/** The backlogs that stopped consumers built, and what producers saw of them. After the run; one thread. */
final class BacklogAnalysis {
    private final long[] sent;
    private final long[] sentAt;
    private final long[] acknowledged;
    private final long[] acknowledgedAt;
    private final long[] refusedAt;
    private final MessageTimes times;
    private final Endings endings;
    private final long[] arrivals;
    private final Window window;
    private final double meanBytes;

    /** @param meanBytes of a message */
    BacklogAnalysis(MessageOutcomes outcomes, MessageTimes times, Endings endings, Window window, double meanBytes) {
        this.sent = outcomes.sent();
        this.sentAt = outcomes.sentAt();
        this.acknowledged = outcomes.acknowledged();
        this.acknowledgedAt = outcomes.acknowledgedAt();
        this.refusedAt = outcomes.refusedAt();
        this.times = times;
        this.endings = endings;
        this.arrivals = times.arrivals();
        this.window = window;
        this.meanBytes = meanBytes;
    }

    /**
     * The limits of a backlog, in nanoseconds.
     *
     * @param firstFault when the run was disturbed first
     * @param stopped when consumers stopped
     * @param started when consumers started again
     * @param drained when no more messages were in flight than usual; {@link MessageTimes#NEVER} if not before the end
     * @param steady when latency was as before; {@link MessageTimes#NEVER} if not before the end
     * @param end of the window, or the begin of the next fault
     */
    record Span(long firstFault, long stopped, long started, long drained, long steady, long end) {
        long over() {
            return Math.min(drained, end);
        }

        private Long sinceStarted(long nanos) {
            return nanos == MessageTimes.NEVER ? null : (Long) Math.max(0, nanos - started);
        }
    }

    /** @param left messages in flight at the end of a backlog that did not drain */
    Backlog of(Span span, long left) {
        long messages = waiting(span.started());
        long due = times.firstDueAt(span.over()) - times.firstDueAt(span.started());
        return new Backlog(
                messages,
                Math.round(messages * meanBytes),
                span.started() - span.stopped(),
                span.sinceStarted(span.drained()),
                span.sinceStarted(span.steady()),
                left,
                perSecond(within(arrivals, span.started(), span.over()), span.over() - span.started()),
                perSecond(due, span.over() - span.started()),
                new Producers(
                        sending(window.measureStartNanos(), span.firstFault()),
                        sending(span.stopped(), span.started()),
                        sending(span.started(), span.over())));
    }

    /** Returns the number of messages that had been sent and arrived later, or that may still arrive: not those that were lost. */
    private long waiting(long nanos) {
        Long2LongHashMap sentBy = new Long2LongHashMap(MessageTimes.NEVER);
        for (int i = 0; i < Math.min(sent.length, sentAt.length); i++) {
            sentBy.put(sent[i], sentAt[i]);
        }
        long later = IntStream.range(0, times.count())
                .filter(i -> times.arrived(i) != MessageTimes.NEVER && times.arrived(i) >= nanos)
                .filter(i -> sentBy.get(times.intended(i)) < nanos)
                .count();
        return later
                + endings.dueOfUndelivered()
                        .filter(intended -> intended < nanos)
                        .count();
    }

    private static double perSecond(long messages, long nanos) {
        return nanos <= 0 ? 0 : messages * Nanos.PER_SECOND / nanos;
    }

    private static long within(long[] all, long from, long until) {
        return Arrays.stream(all).filter(at -> at >= from && at < until).count();
    }

    private Sending sending(long from, long until) {
        return new Sending(
                latency(sent, sentAt, from, until),
                latency(acknowledged, acknowledgedAt, from, until),
                within(refusedAt, from, until));
    }

    /** Returns the latencies of the messages that were due in a part of the run. */
    private static Latency latency(long[] due, long[] at, long from, long until) {
        Histogram histogram = Histograms.newHistogram();
        for (int i = 0; i < Math.min(due.length, at.length); i++) {
            if (due[i] >= from && due[i] < until) {
                histogram.recordValue(Math.min(Math.max(0, at[i] - due[i]), Histograms.HIGHEST_NANOS));
            }
        }
        return Latency.of(histogram);
    }
}
