package io.twohop.fault;

import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.agrona.collections.Long2LongHashMap;

/** Which of the missing messages are lost, and who knows it. After the run. */
final class Losses {
    /** Latency is steady again where a second's messages have it. */
    static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(1);

    static final double STEADY_PERCENTILE = 99;
    private static final int MANY_PAUSES = 10;

    private final MessageOutcomes outcomes;
    private final MessageTimes times;
    private final Window window;
    private final Map<Long, Integer> lost = new TreeMap<>();
    private long undelivered;

    /**
     * @param firstFaultNanos when the first fault began
     * @param mayCome whether the run ended before what a fault took away would have been delivered again
     */
    Losses(MessageOutcomes outcomes, MessageTimes times, Window window, long firstFaultNanos, boolean mayCome) {
        this.outcomes = outcomes;
        this.times = times;
        this.window = window;
        findLost(firstFaultNanos, mayCome);
    }

    /**
     * What is missing is lost if messages flow again at the end; else nobody can tell what was yet to come. Nor can they of
     * what was acknowledged while it may be delivered again, unless its answer failed.
     */
    private void findLost(long firstFaultNanos, boolean mayCome) {
        int first = times.count() == 0 ? 0 : times.firstDueAt(times.lastDue() - STEADY_NANOS);
        boolean sentToTheEnd = sentToTheEnd();
        long missing = IntStream.range(first, times.count())
                .filter(i -> times.arrived(i) == MessageTimes.NEVER)
                .count();
        Long2LongHashMap acknowledged = counts(mayCome ? outcomes.acknowledged() : new long[0]);
        Long2LongHashMap answersFailed = counts(outcomes.repliesFailed());
        boolean flows = sentToTheEnd && missing <= (times.count() - first) * (100 - STEADY_PERCENTILE) / 100;
        for (int i = 0; i < times.count(); i++) {
            boolean mayBeDeliveredAgain = acknowledged.get(times.intended(i)) > answersFailed.get(times.intended(i));
            if (times.arrived(i) == MessageTimes.NEVER
                    && !mayBeDeliveredAgain
                    && (flows || times.intended(i) < firstFaultNanos - STEADY_NANOS)) {
                lost.merge(times.intended(i), 1, Integer::sum);
            } else if (times.arrived(i) == MessageTimes.NEVER) {
                undelivered++;
            }
        }
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

    /** Missing, though nobody can tell whether they would still have come. */
    long undelivered() {
        return undelivered;
    }

    /** Lost messages with such an intended time. */
    long count(LongPredicate intended) {
        return lost.entrySet().stream()
                .filter(entry -> intended.test(entry.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Lost after an acknowledgement, lost and reported, lost in silence. */
    long[] known() {
        Long2LongHashMap acknowledged = counts(outcomes.acknowledged());
        Long2LongHashMap arrivedOf = counts(outcomes.arrived());
        Long2LongHashMap failed = counts(outcomes.failed());
        for (long key : outcomes.repliesFailed()) {
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
}
