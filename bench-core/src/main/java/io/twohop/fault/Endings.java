package io.twohop.fault;

import io.twohop.account.Ledger;
import io.twohop.account.Reported;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.agrona.collections.Long2LongHashMap;

/**
 * Endings of all messages of a run with faults, decided after the run and only here: table, ledger, account, fault analysis and
 * verdict read the same endings.
 */
final class Endings {
    /** Latency is steady again where a second's messages have it. */
    static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final double STEADY_PERCENTILE = 99;
    private static final int MANY_PAUSES = 10;

    private final MessageTimes times;
    private final Window window;
    private final Long2LongHashMap acknowledged;
    private final Long2LongHashMap failed;
    private final Long2LongHashMap answersFailed;
    private final Long2LongHashMap dropped;

    /** Groups of messages that were due at once and of which some are missing, by time. */
    private final List<Missing> missing = new ArrayList<>();

    /**
     * Messages that were due at once and did not arrive, each in one part.
     *
     * @param reported those that failed or were dropped, as their sender or the service reported
     * @param undelivered those of which nobody can tell whether they would still have come
     */
    record Missing(
            long intendedNanos, Reported reported, long acknowledgedLost, long unansweredLost, long undelivered) {
        long lost() {
            return acknowledgedLost + unansweredLost;
        }
    }

    /**
     * @param firstFaultNanos when the first fault began
     * @param mayCome whether the run ended before what a fault took away would have been delivered again
     */
    Endings(MessageOutcomes outcomes, MessageTimes times, Window window, long firstFaultNanos, boolean mayCome) {
        this.times = times;
        this.window = window;
        acknowledged = counts(outcomes.acknowledged());
        failed = counts(outcomes.failed());
        answersFailed = counts(outcomes.repliesFailed());
        dropped = counts(outcomes.dropped());
        boolean flows = flows();
        for (int first = 0; first < times.count(); first = behindThoseDueWith(first)) {
            long intendedNanos = times.intended(first);
            long absent = absent(first);
            if (absent > 0) {
                boolean isOver = flows || intendedNanos < firstFaultNanos - STEADY_NANOS;
                missing.add(ended(first, absent, isOver, mayCome));
            }
        }
    }

    private static Long2LongHashMap counts(long[] keys) {
        Long2LongHashMap counts = new Long2LongHashMap(0);
        for (long key : keys) {
            counts.put(key, counts.get(key) + 1);
        }
        return counts;
    }

    /** The next message that was due later than this one. */
    private int behindThoseDueWith(int first) {
        int next = first + 1;
        while (next < times.count() && times.intended(next) == times.intended(first)) {
            next++;
        }
        return next;
    }

    /** How many of those that were due with this one did not arrive. */
    private long absent(int first) {
        long absent = 0;
        for (int i = first; i < behindThoseDueWith(first); i++) {
            absent += times.arrived(i) == MessageTimes.NEVER ? 1 : 0;
        }
        return absent;
    }

    /** Returns how many of as many missing messages were reported to have failed, whatever else happened. */
    private Reported reported(long intendedNanos, long absent) {
        return new Reported(failed.get(intendedNanos) + answersFailed.get(intendedNanos), dropped.get(intendedNanos))
                .atMost(absent);
    }

    /**
     * Returns how missing messages ended. Unreported ones are lost if messages flow again at the end; otherwise they might still
     * have come, as acknowledged ones might that a redelivery was due for.
     */
    private Missing ended(int first, long absent, boolean isOver, boolean mayCome) {
        long intendedNanos = times.intended(first);
        Reported reported = reported(intendedNanos, absent);
        long rest = absent - reported.messages();
        long arrived = behindThoseDueWith(first) - first - absent;
        long service = Math.min(answersFailed.get(intendedNanos) + dropped.get(intendedNanos), reported.messages());
        long confirmed = Math.min(rest, Math.max(0, acknowledged.get(intendedNanos) - arrived - service));
        long unconfirmed = rest - confirmed;
        long undelivered = isOver ? mayCome ? confirmed : 0 : rest;
        return new Missing(
                intendedNanos, reported, isOver && !mayCome ? confirmed : 0, isOver ? unconfirmed : 0, undelivered);
    }

    /** Whether messages came through to the end: of the last second's, all but a few that nobody reported as failed. */
    private boolean flows() {
        if (times.count() == 0 || !sentToTheEnd()) {
            return times.count() == 0;
        }
        long due = 0;
        long open = 0;
        for (int first = times.firstDueAt(times.lastDue() - STEADY_NANOS);
                first < times.count();
                first = behindThoseDueWith(first)) {
            long absent = absent(first);
            long known = reported(times.intended(first), absent).messages();
            due += behindThoseDueWith(first) - first - known;
            open += absent - known;
        }
        return due > 0 && open <= due * (100 - STEADY_PERCENTILE) / 100;
    }

    /** Whether the generator was still sending at the end, as far as its usual pauses tell. */
    private boolean sentToTheEnd() {
        if (times.count() < 2) {
            return true;
        }
        long last = times.lastDue();
        long usualPause = (last - times.intended(0)) / (times.count() - 1);
        return window.measureEndNanos() - last <= Math.max(STEADY_NANOS, MANY_PAUSES * usualPause);
    }

    /** How many of the missing messages with such an intended time ended in a way. */
    long count(LongPredicate intended, ToLongFunction<Missing> way) {
        return missing.stream()
                .filter(those -> intended.test(those.intendedNanos()))
                .mapToLong(way)
                .sum();
    }

    /** When those messages were due of which nobody can tell whether they would still have come. */
    LongStream dueOfUndelivered() {
        return missing.stream()
                .flatMapToLong(
                        those -> LongStream.generate(those::intendedNanos).limit(those.undelivered()));
    }

    long count(ToLongFunction<Missing> way) {
        return count(any -> true, way);
    }

    /** Returns the messages with such an intended time that were reported not to arrive. */
    Reported reported(LongPredicate intended) {
        return missing.stream()
                .filter(those -> intended.test(those.intendedNanos()))
                .map(Missing::reported)
                .reduce(Reported.NONE, Reported::plus);
    }

    /** Returns how the messages due in the window ended. */
    Ledger ofWindow() {
        long due = 0;
        long arrived = 0;
        long later = 0;
        for (int i = 0; i < times.count(); i++) {
            int measured = 1 - window.warmsUp(times.intended(i));
            due += measured;
            if (times.arrived(i) != MessageTimes.NEVER) {
                int inWindow = window.covers(times.arrived(i));
                arrived += measured * inWindow;
                later += measured * (1 - inWindow);
            }
        }
        return ledger(due, arrived, later, intended -> window.warmsUp(intended) == 0);
    }

    /** Returns how all messages ended, warm-up included, without the time of arrival. */
    Ledger ofAll() {
        return ledger(times.count(), times.arrivals().length, 0, any -> true);
    }

    private Ledger ledger(long due, long arrived, long later, LongPredicate intended) {
        Reported reported = reported(intended);
        return new Ledger(
                due,
                arrived,
                later,
                reported.failed(),
                reported.dropped(),
                count(intended, Missing::lost),
                count(intended, Missing::undelivered),
                0);
    }
}
