package io.twohop.fault;

import io.twohop.account.Accounting;
import io.twohop.account.Histograms;
import io.twohop.fault.Endings.Missing;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.result.Faults;
import io.twohop.result.Faults.Aftermath;
import io.twohop.result.Faults.ClientError;
import io.twohop.result.Faults.Latency;
import io.twohop.result.Faults.Outcome;
import io.twohop.transport.Notices;
import io.twohop.transport.Notices.Notice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/** The effect of faults on messages, from the endings of all messages. After the run; one thread. */
public final class FaultAnalysis {
    private final MessageOutcomes messageOutcomes;
    private final Window window;
    private final Notices notices;
    private final List<Injection> injections;
    private final MessageTimes times;
    private final Endings endings;
    private final LaneGaps gaps;
    private final Recovery recovery;

    /** Empty unless consumers were stopped. */
    private final Optional<BacklogAnalysis> backlogs;

    /**
     * @param injections by time; at least one
     * @param mayCome whether the run ended before what a fault took away would have been delivered again
     * @param meanBytes mean size of a message
     */
    public FaultAnalysis(
            MessageOutcomes messageOutcomes,
            Window window,
            Notices notices,
            List<Injection> injections,
            boolean mayCome,
            double meanBytes) {
        this.messageOutcomes = messageOutcomes;
        this.window = window;
        this.notices = notices;
        this.injections = injections;
        this.times = new MessageTimes(messageOutcomes);
        this.gaps = new LaneGaps(messageOutcomes, times.lastDue());
        this.endings = new Endings(messageOutcomes, times, window, begin(0), mayCome);
        this.recovery = new Recovery(times, window, injections);
        this.backlogs =
                injections.stream().anyMatch(injection -> injection.fault().stopsConsumers())
                        ? Optional.of(new BacklogAnalysis(messageOutcomes, times, endings, window, meanBytes))
                        : Optional.empty();
    }

    public Faults faults() {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < injections.size(); i++) {
            outcomes.add(outcome(i));
        }
        Histogram[] phases = phases();
        return new Faults(
                outcomes,
                endings.count(Missing::acknowledgedLost),
                endings.reported(any -> true).failed(),
                endings.count(Missing::unansweredLost),
                endings.count(Missing::undelivered),
                Latency.of(phases[0]),
                Latency.of(phases[1]),
                Latency.of(phases[2]),
                errors(),
                endings.reported(any -> true).dropped());
    }

    /** The account of a subscriber with each message in the class in which it ended. */
    public Accounting settled(Accounting account) {
        return account.endingAs(endings.ofAll(), endings.ofWindow());
    }

    private long begin(int fault) {
        return injections.get(fault).beganNanos();
    }

    /** Before, during, after. */
    private Histogram[] phases() {
        Histogram[] phases = {Histograms.newHistogram(), Histograms.newHistogram(), Histograms.newHistogram()};
        for (int i = 0; i < times.count(); i++) {
            if (times.intended(i) >= window.measureStartNanos() && times.arrived(i) != MessageTimes.NEVER) {
                phases[times.arrived(i) < begin(0) ? 0 : isDisturbed(i) ? 1 : 2].recordValue(times.latencyNanos(i));
            }
        }
        return phases;
    }

    private boolean isDisturbed(int message) {
        for (int fault = 0; fault < injections.size(); fault++) {
            if (times.arrived(message) >= begin(fault)
                    && times.intended(message) < Math.min(recovery.steadyFrom(fault), recovery.next(fault))) {
                return true;
            }
        }
        return false;
    }

    private Outcome outcome(int fault) {
        Injection injection = injections.get(fault);
        long begin = injection.beganNanos();
        Optional<Notice> noticed = noticed(fault);
        Drain drain = drain(fault);
        long drained = drain.nanos();
        Optional<LaneGaps.Gap> gap = gaps.longest(begin, recovery.next(fault));
        return new Outcome(
                injection.what(),
                begin - window.measureStartNanos(),
                new Aftermath(
                        injection.endedNanos() == 0 ? null : (Long) (injection.endedNanos() - begin),
                        noticed.map(notice -> notice.nanos() - begin).orElse(null),
                        noticed.map(Notice::text).orElse(null),
                        firstThrough(begin),
                        gap.map(LaneGaps.Gap::nanos).orElse(null),
                        gap.map(LaneGaps.Gap::lane).orElse(null),
                        recovery.steadyFrom(fault) == MessageTimes.NEVER
                                ? null
                                : (Long) (recovery.steadyFrom(fault) - begin),
                        drained == MessageTimes.NEVER ? null : (Long) (drained - begin)),
                mostUnderWay(fault),
                endings.count(intended -> faultOf(intended) == fault, Missing::lost),
                ofFault(messageOutcomes.duplicated(), fault),
                ofFault(messageOutcomes.outOfOrder(), fault),
                endings.reported(intended -> faultOf(intended) == fault),
                isBacklog(fault)
                        ? backlogs.map(all -> all.of(span(fault, drain), drain.left()))
                                .orElse(null)
                        : null);
    }

    private boolean isBacklog(int fault) {
        return injections.get(fault).fault().stopsConsumers();
    }

    private BacklogAnalysis.Span span(int fault, Drain drain) {
        long end = recovery.next(fault);
        long ended = injections.get(fault).endedNanos();
        // A run that broke off may not have started its consumers again.
        long started = ended == 0 ? end : ended;
        return new BacklogAnalysis.Span(
                begin(0), begin(fault), started, drain.nanos(), recovery.steadyFrom(fault), end);
    }

    /** The newest fault that a message can have met: it was due a second before at the most. */
    private int faultOf(long intendedNanos) {
        int fault = 0;
        while (fault + 1 < injections.size() && begin(fault + 1) - Endings.STEADY_NANOS <= intendedNanos) {
            fault++;
        }
        return fault;
    }

    private long ofFault(long[] keys, int fault) {
        return Arrays.stream(keys).filter(key -> faultOf(key) == fault).count();
    }

    private Long firstThrough(long begin) {
        long first = MessageTimes.NEVER;
        for (int i = times.firstDueAt(begin); i < times.count(); i++) {
            first = Math.min(first, times.arrived(i));
        }
        return first == MessageTimes.NEVER ? null : (Long) (first - begin);
    }

    /** The first sign of it at a client. Pushing back is none where that happens without a fault as well. */
    private Optional<Notice> noticed(int fault) {
        List<Notice> signs = new ArrayList<>(notices.list());
        long[] refusedAt = messageOutcomes.refusedAt();
        if (Arrays.stream(refusedAt).noneMatch(at -> at >= window.measureStartNanos() && at < begin(0))) {
            // Once all is as before, it has another reason.
            long over =
                    Math.max(recovery.steadyFrom(fault), injections.get(fault).endedNanos());
            Arrays.stream(refusedAt).filter(at -> at < over).forEach(at -> signs.add(new Notice(at, "back pressure")));
        }
        return signs.stream()
                .filter(sign -> sign.nanos() >= begin(fault) && sign.nanos() < recovery.next(fault))
                .min((one, other) -> Long.compare(one.nanos(), other.nanos()));
    }

    /** The most messages that were under way at once. */
    private long mostUnderWay(int fault) {
        long[] due = dueUnderWay();
        long[] arrivals = times.arrivals();
        long most = 0;
        int came = 0;
        int went = 0;
        while (came < due.length) {
            boolean comes = went == arrivals.length || due[came] <= arrivals[went];
            long now = comes ? due[came++] : arrivals[went++];
            if (now >= begin(fault) && now < recovery.next(fault)) {
                most = Math.max(most, came - went);
            }
        }
        return most;
    }

    /** When messages were due. Those that never came are under way until the end, unless they are known to be lost. */
    private long[] dueUnderWay() {
        return LongStream.concat(Arrays.stream(times.dueOfArrived()), endings.dueOfUndelivered())
                .sorted()
                .toArray();
    }

    /**
     * The drain of what piled up.
     *
     * @param nanos when no more messages were under way than usual again; {@link MessageTimes#NEVER} if not before the next
     *     fault or the window's end, and if there never were more
     * @param left messages that were still under way then; 0 unless they were more than usual
     */
    private record Drain(long nanos, long left) {}

    private Drain drain(int fault) {
        long usual = 0;
        boolean above = false;
        long left = 0;
        // While consumers are stopped, an arrival from the second hop drains nothing.
        long from =
                Math.max(begin(fault), isBacklog(fault) ? injections.get(fault).endedNanos() : 0);
        long[] due = dueUnderWay();
        long[] arrivals = times.arrivals();
        int came = 0;
        int went = 0;
        while (came < due.length || went < arrivals.length) {
            boolean comes = came < due.length && (went == arrivals.length || due[came] <= arrivals[went]);
            long now = comes ? due[came++] : arrivals[went++];
            long underWay = came - went;
            if (now >= window.measureStartNanos() && now < begin(0)) {
                usual = Math.max(usual, underWay);
            } else if (now >= from && now < recovery.next(fault)) {
                above |= underWay > usual;
                if (above && underWay <= usual) {
                    return new Drain(now, 0);
                }
                left = underWay;
            }
        }
        return new Drain(MessageTimes.NEVER, left > usual ? left : 0);
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
