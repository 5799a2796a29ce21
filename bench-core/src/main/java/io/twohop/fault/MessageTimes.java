package io.twohop.fault;

import io.twohop.account.Histograms;
import io.twohop.measure.MessageOutcomes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;

/** When each message of a run was due, and when it arrived. After the run. */
final class MessageTimes {
    static final long NEVER = Long.MAX_VALUE;

    /** Intended times of all messages, in order; {@link #arrived} is {@link #NEVER} for missing messages. */
    private final long[] intended;

    private final long[] arrived;

    MessageTimes(MessageOutcomes outcomes) {
        intended = outcomes.begun();
        Arrays.sort(intended);
        arrived = arrivals(outcomes);
    }

    /** When each scheduled message arrived; of several that were due at once, which is which does not matter. */
    private long[] arrivals(MessageOutcomes outcomes) {
        Long2LongHashMap first = new Long2LongHashMap(NEVER);
        Map<Long, LongArrayList> more = new HashMap<>();
        long[] keys = outcomes.arrived();
        long[] at = outcomes.arrivedAt();
        for (int i = 0; i < keys.length; i++) {
            if (first.get(keys[i]) == NEVER) {
                first.put(keys[i], at[i]);
            } else {
                more.computeIfAbsent(keys[i], key -> new LongArrayList()).addLong(at[i]);
            }
        }
        LongArrayList none = new LongArrayList();
        long[] when = new long[intended.length];
        for (int i = 0; i < intended.length; i++) {
            if (i == 0 || intended[i] != intended[i - 1]) {
                when[i] = first.get(intended[i]);
            } else {
                LongArrayList others = more.getOrDefault(intended[i], none);
                when[i] = others.isEmpty() ? NEVER : others.removeAt(others.size() - 1);
            }
        }
        return when;
    }

    int count() {
        return intended.length;
    }

    long intended(int message) {
        return intended[message];
    }

    /** {@link #NEVER} where it did not. */
    long arrived(int message) {
        return arrived[message];
    }

    /** From intended time to arrival, within what a histogram holds; of a message that arrived. */
    long latencyNanos(int message) {
        return Math.min(Math.max(0, arrived[message] - intended[message]), Histograms.HIGHEST_NANOS);
    }

    /** When the last message was due; 0 without one. */
    long lastDue() {
        return intended.length == 0 ? 0 : intended[intended.length - 1];
    }

    /** Returns the first message that was due then or later; the number of messages if none was. */
    int firstDueAt(long nanos) {
        int found = Arrays.binarySearch(intended, nanos);
        int first = found < 0 ? -found - 1 : found;
        while (first > 0 && intended[first - 1] == nanos) {
            first--;
        }
        return first;
    }

    long[] dueOfArrived() {
        return IntStream.range(0, intended.length)
                .filter(i -> arrived[i] != NEVER)
                .mapToLong(i -> intended[i])
                .toArray();
    }

    long[] arrivals() {
        return Arrays.stream(arrived).filter(at -> at != NEVER).sorted().toArray();
    }
}
