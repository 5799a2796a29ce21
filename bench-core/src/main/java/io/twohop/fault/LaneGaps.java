package io.twohop.fault;

import io.twohop.measure.MessageOutcomes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * For how long nothing arrived, lane by lane of the last hop: what one lane delivers hides the silence of another, and a
 * message that was under way hides an outage behind it. After the run; one thread.
 */
final class LaneGaps {
    private static final long NONE = Long.MIN_VALUE;

    private final long[] due;
    private final long[] at;
    private final int[] lane;

    /** Places in these, by arrival. */
    private final int[] byTime;

    private final int lanes;
    private final long lastDueNanos;

    /** @param lastDueNanos when the last message was due, whether it arrived or not: nothing more was expected then */
    LaneGaps(MessageOutcomes outcomes, long lastDueNanos) {
        this.due = outcomes.arrived();
        this.at = outcomes.arrivedAt();
        this.lane = outcomes.arrivedOn();
        this.lastDueNanos = lastDueNanos;
        this.lanes = Arrays.stream(lane).max().orElse(-1) + 1;
        this.byTime = IntStream.range(0, at.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> at[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** @param lane which had it; null where only one ever delivered */
    record Gap(long nanos, Integer lane) {}

    /**
     * Returns the longest gap that begins in a time; its beginning counts as an arrival on every lane that ever delivers. Empty
     * if none does.
     */
    Optional<Gap> longest(long fromNanos, long untilNanos) {
        Search search = new Search();
        int place = byTime.length - 1;
        for (; place >= 0 && at[byTime[place]] >= fromNanos; place--) {
            int message = byTime[place];
            if (at[message] < untilNanos) {
                search.gapBegins(lane[message], at[message]);
            }
            search.gapEnds(message);
        }
        for (; place >= 0; place--) {
            search.delivers[lane[byTime[place]]] = true;
        }
        return search.whenAllBegin(fromNanos);
    }

    /** From the end of the run backwards. */
    private final class Search {
        private final boolean[] delivers = new boolean[lanes];
        private final long[] nextAt = new long[lanes];
        private final long[] newestDue = new long[lanes];
        private long longest = NONE;
        private int itsLane;

        Search() {
            Arrays.fill(nextAt, NONE);
            Arrays.fill(newestDue, NONE);
        }

        void gapEnds(int message) {
            int on = lane[message];
            delivers[on] = true;
            nextAt[on] = at[message];
            newestDue[on] = Math.max(newestDue[on], due[message]);
        }

        /**
         * Once all was due, only what was due in the gap is waited for: a message that is delivered again long after the
         * others leaves no gap behind them.
         */
        void gapBegins(int on, long begin) {
            boolean isExpected = newestDue[on] >= begin;
            long end = isExpected || nextAt[on] != NONE && nextAt[on] < lastDueNanos ? nextAt[on] : lastDueNanos;
            if (end - begin > longest) {
                longest = end - begin;
                itsLane = on;
            }
        }

        Optional<Gap> whenAllBegin(long begin) {
            int delivering = 0;
            for (int on = 0; on < lanes; on++) {
                if (delivers[on]) {
                    delivering++;
                    gapBegins(on, begin);
                }
            }
            return delivering == 0
                    ? Optional.empty()
                    : Optional.of(new Gap(Math.max(0, longest), delivering == 1 ? null : (Integer) itsLane));
        }
    }
}
