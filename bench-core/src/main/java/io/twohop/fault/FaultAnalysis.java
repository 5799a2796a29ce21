package io.twohop.fault;

import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.result.Faults;
import io.twohop.result.Faults.ClientError;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Outcome;
import io.twohop.transport.Notices;
import io.twohop.transport.Notices.Notice;
import io.twohop.workload.Percentiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;

/** What faults did, from what became of each message. After the run; one thread. */
public final class FaultAnalysis {
    private static final long NEVER = Long.MAX_VALUE;

    /** Latency is steady again where a second's messages have it. */
    private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final double STEADY_PERCENTILE = 99;
    private static final int STEADY_FACTOR = 2;
    private static final int MANY_PAUSES = 10;

    private final MessageOutcomes messageOutcomes;
    private final Window window;
    private final Notices notices;
    private final List<Injection> injections;

    /** Of all measured messages, by intended time; arrived {@link #NEVER} where lost. */
    private final long[] intended;

    private final long[] arrived;

    /** Intended times of what arrived, and arrivals; each by time. */
    private final long[] due;

    private final long[] arrivals;
    private final LaneGaps gaps;
    private final Map<Long, Integer> lost = new TreeMap<>();
    private final long[] quietFrom;
    private long undelivered;

    /**
     * @param injections by time; at least one
     * @param mayCome whether the run ended before what a fault took away would have been delivered again
     */
    public FaultAnalysis(
            MessageOutcomes messageOutcomes,
            Window window,
            Notices notices,
            List<Injection> injections,
            boolean mayCome) {
        this.messageOutcomes = messageOutcomes;
        this.window = window;
        this.notices = notices;
        this.injections = injections;
        this.intended = messageOutcomes.begun();
        Arrays.sort(intended);
        this.arrived = arrivals();
        this.due = IntStream.range(0, intended.length)
                .filter(i -> arrived[i] != NEVER)
                .mapToLong(i -> intended[i])
                .toArray();
        this.arrivals =
                Arrays.stream(arrived).filter(at -> at != NEVER).sorted().toArray();
        this.gaps = new LaneGaps(messageOutcomes, intended.length == 0 ? 0 : intended[intended.length - 1]);
        findLost(mayCome);
        this.quietFrom = quietFrom();
    }

    /** When each scheduled message arrived; of several that were due at once, which is which does not matter. */
    private long[] arrivals() {
        Long2LongHashMap first = new Long2LongHashMap(NEVER);
        Map<Long, LongArrayList> more = new HashMap<>();
        long[] keys = messageOutcomes.arrived();
        long[] at = messageOutcomes.arrivedAt();
        for (int i = 0; i < keys.length; i++) {
            if (first.get(keys[i]) == NEVER) {
                first.put(keys[i], at[i]);
            } else {
                more.computeIfAbsent(keys[i], key -> new LongArrayList()).addLong(at[i]);
            }
        }
        long[] when = new long[intended.length];
        for (int i = 0; i < intended.length; i++) {
            LongArrayList others = i > 0 && intended[i] == intended[i - 1] ? more.get(intended[i]) : null;
            when[i] = i == 0 || intended[i] != intended[i - 1] ? first.get(intended[i]) : NEVER;
            if (others != null && !others.isEmpty()) {
                when[i] = others.removeAt(others.size() - 1);
            }
        }
        return when;
    }

    /**
     * What is missing is lost if messages flow again at the end; else nobody can tell what was yet to come. Nor can they of
     * what was acknowledged while it may be delivered again, unless its answer failed.
     */
    private void findLost(boolean mayCome) {
        int first = intended.length == 0 ? 0 : firstDueAt(intended[intended.length - 1] - STEADY_NANOS);
        boolean sentToTheEnd = sentToTheEnd();
        long missing = IntStream.range(first, intended.length)
                .filter(i -> arrived[i] == NEVER)
                .count();
        Long2LongHashMap acknowledged = counts(mayCome ? messageOutcomes.acknowledged() : new long[0]);
        Long2LongHashMap answersFailed = counts(messageOutcomes.repliesFailed());
        boolean flows = sentToTheEnd && missing <= (intended.length - first) * (100 - STEADY_PERCENTILE) / 100;
        for (int i = 0; i < intended.length; i++) {
            boolean mayBeDeliveredAgain = acknowledged.get(intended[i]) > answersFailed.get(intended[i]);
            if (arrived[i] == NEVER && !mayBeDeliveredAgain && (flows || intended[i] < begin(0) - STEADY_NANOS)) {
                lost.merge(intended[i], 1, Integer::sum);
            } else if (arrived[i] == NEVER) {
                undelivered++;
            }
        }
    }

    /** Whether the generator was still sending at the end, as far as its usual pauses tell. */
    private boolean sentToTheEnd() {
        if (intended.length < 2) {
            return true;
        }
        long last = intended[intended.length - 1];
        long usualPause = (last - intended[0]) / (intended.length - 1);
        return window.measureEndNanos() - last <= Math.max(STEADY_NANOS, MANY_PAUSES * usualPause);
    }

    /** What it came to. */
    public Faults faults() {
        long[] known = losses();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < injections.size(); i++) {
            outcomes.add(outcome(i));
        }
        Histogram[] phases = phases();
        return new Faults(
                outcomes,
                known[0],
                known[1],
                known[2],
                undelivered,
                Latency.of(phases[0]),
                Latency.of(phases[1]),
                Latency.of(phases[2]),
                errors());
    }

    /** Lost after an acknowledgement, lost and reported, lost in silence. */
    private long[] losses() {
        Long2LongHashMap acknowledged = counts(messageOutcomes.acknowledged());
        Long2LongHashMap arrivedOf = counts(messageOutcomes.arrived());
        Long2LongHashMap failed = counts(messageOutcomes.failed());
        for (long key : messageOutcomes.repliesFailed()) {
            failed.put(key, failed.get(key) + 1);
        }
        long[] losses = new long[3];
        lost.forEach((boxed, count) -> {
            long key = boxed;
            long reported = Math.min(count, failed.get(key));
            long confirmed = Math.min(count - reported, Math.max(0, acknowledged.get(key) - arrivedOf.get(key)));
            losses[0] += confirmed;
            losses[1] += reported;
            losses[2] += count - reported - confirmed;
        });
        return losses;
    }

    private static Long2LongHashMap counts(long[] keys) {
        Long2LongHashMap counts = new Long2LongHashMap(0);
        for (long key : keys) {
            counts.put(key, counts.get(key) + 1);
        }
        return counts;
    }

    private long begin(int fault) {
        return injections.get(fault).beganNanos();
    }

    /** When the next fault begins, or measuring ends. */
    private long next(int fault) {
        return fault + 1 < injections.size() ? begin(fault + 1) : window.measureEndNanos();
    }

    /** From when on messages are as they were before, by their intended time; {@link #NEVER} where not before the next. */
    private long[] quietFrom() {
        Histogram before = LatencyRecorder.newHistogram();
        for (int i = 0; i < intended.length; i++) {
            if (isMeasured(i) && arrived[i] < begin(0)) {
                record(before, i);
            }
        }
        long[] from = new long[injections.size()];
        Arrays.fill(from, NEVER);
        if (Percentiles.supports(before.getTotalCount(), STEADY_PERCENTILE)) {
            long limitNanos = STEADY_FACTOR * before.getValueAtPercentile(STEADY_PERCENTILE);
            for (int fault = 0; fault < from.length; fault++) {
                from[fault] = quietFrom(fault, limitNanos);
            }
        }
        return from;
    }

    private long quietFrom(int fault, long limitNanos) {
        for (long from = begin(fault); from + STEADY_NANOS <= next(fault); from += STEP_NANOS) {
            if (isSteady(from, limitNanos)) {
                return from;
            }
        }
        return NEVER;
    }

    private boolean isSteady(long from, long limitNanos) {
        int first = firstDueAt(from);
        int end = firstDueAt(from + STEADY_NANOS);
        int slow = 0;
        for (int i = first; i < end; i++) {
            if (arrived[i] == NEVER || arrived[i] - intended[i] > limitNanos) {
                slow++;
            }
        }
        return end > first && slow <= (end - first) * (100 - STEADY_PERCENTILE) / 100;
    }

    private int firstDueAt(long nanos) {
        int found = Arrays.binarySearch(intended, nanos);
        int first = found < 0 ? -found - 1 : found;
        while (first > 0 && intended[first - 1] == nanos) {
            first--;
        }
        return first;
    }

    private boolean isMeasured(int message) {
        return intended[message] >= window.measureStartNanos();
    }

    private void record(Histogram histogram, int message) {
        histogram.recordValue(
                Math.min(Math.max(0, arrived[message] - intended[message]), LatencyRecorder.HIGHEST_NANOS));
    }

    /** Before, during, after. */
    private Histogram[] phases() {
        Histogram[] phases = {
            LatencyRecorder.newHistogram(), LatencyRecorder.newHistogram(), LatencyRecorder.newHistogram()
        };
        for (int i = 0; i < intended.length; i++) {
            if (isMeasured(i) && arrived[i] != NEVER) {
                record(phases[arrived[i] < begin(0) ? 0 : isDisturbed(i) ? 1 : 2], i);
            }
        }
        return phases;
    }

    private boolean isDisturbed(int message) {
        for (int fault = 0; fault < injections.size(); fault++) {
            if (arrived[message] >= begin(fault) && intended[message] < Math.min(quietFrom[fault], next(fault))) {
                return true;
            }
        }
        return false;
    }

    private Outcome outcome(int fault) {
        Injection injection = injections.get(fault);
        long begin = injection.beganNanos();
        Notice noticed = noticed(begin, next(fault));
        long[] underWay = underWay(fault);
        LaneGaps.Gap gap = gaps.longest(begin, next(fault));
        return new Outcome(
                injection.what(),
                begin - window.measureStartNanos(),
                injection.endedNanos() == 0 ? null : (Long) (injection.endedNanos() - begin),
                noticed == null ? null : (Long) (noticed.nanos() - begin),
                noticed == null ? null : noticed.text(),
                firstThrough(begin),
                gap == null ? null : (Long) gap.nanos(),
                gap == null ? null : gap.lane(),
                quietFrom[fault] == NEVER ? null : (Long) (quietFrom[fault] - begin),
                underWay[1] == NEVER ? null : (Long) (underWay[1] - begin),
                underWay[0],
                lost.entrySet().stream()
                        .filter(entry -> faultOf(entry.getKey()) == fault)
                        .mapToLong(Map.Entry::getValue)
                        .sum(),
                ofFault(messageOutcomes.duplicated(), fault),
                ofFault(messageOutcomes.outOfOrder(), fault));
    }

    /** The newest fault that a message can have met: it was due a second before at the most. */
    private int faultOf(long intendedNanos) {
        int fault = 0;
        while (fault + 1 < injections.size() && begin(fault + 1) - STEADY_NANOS <= intendedNanos) {
            fault++;
        }
        return fault;
    }

    private long ofFault(long[] keys, int fault) {
        return Arrays.stream(keys).filter(key -> faultOf(key) == fault).count();
    }

    private Long firstThrough(long begin) {
        long first = NEVER;
        for (int i = firstDueAt(begin); i < intended.length; i++) {
            first = Math.min(first, arrived[i]);
        }
        return first == NEVER ? null : (Long) (first - begin);
    }

    /** The first sign of it at a client. Pushing back is none where that happens without a fault as well. */
    private Notice noticed(long from, long until) {
        List<Notice> signs = new ArrayList<>(notices.list());
        long[] refusedAt = messageOutcomes.refusedAt();
        if (Arrays.stream(refusedAt).noneMatch(at -> at >= window.measureStartNanos() && at < begin(0))) {
            for (long at : refusedAt) {
                signs.add(new Notice(at, "back pressure"));
            }
        }
        return signs.stream()
                .filter(sign -> sign.nanos() >= from && sign.nanos() < until)
                .min((one, other) -> Long.compare(one.nanos(), other.nanos()))
                .orElse(null);
    }

    /** The most messages under way at once, and when there were no more than usual again. */
    private long[] underWay(int fault) {
        long usual = 0;
        long most = 0;
        long drained = NEVER;
        boolean above = false;
        int came = 0;
        int went = 0;
        while (went < arrivals.length) {
            boolean comes = came < due.length && due[came] <= arrivals[went];
            long now = comes ? due[came++] : arrivals[went++];
            long underWay = came - went;
            if (now >= window.measureStartNanos() && now < begin(0)) {
                usual = Math.max(usual, underWay);
            } else if (now >= begin(fault) && now < next(fault)) {
                most = Math.max(most, underWay);
                above |= underWay > usual;
                if (above && underWay <= usual && drained == NEVER) {
                    drained = now;
                }
            }
        }
        return new long[] {most, drained};
    }

    private List<ClientError> errors() {
        Map<String, List<Notice>> byText = new LinkedHashMap<>();
        for (Notice notice : notices.list()) {
            byText.computeIfAbsent(notice.text(), text -> new ArrayList<>()).add(notice);
        }
        return byText.entrySet().stream()
                .map(entry -> new ClientError(
                        entry.getKey(),
                        entry.getValue().size(),
                        entry.getValue().get(0).nanos() - window.measureStartNanos()))
                .toList();
    }
}
