package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts of messages that the machine delayed, with the longest delay of each. */
public final class Delays {
    /** Delays of a machine that delayed nothing. */
    public static final Delays NONE = new Delays(List.of());

    /** Prefix of the cause of a wait for a core; the rest names the thread or process that waited. */
    public static final String NO_CORE = "no core left for ";

    private final List<Delay> longestFirst;
    private final double[] messagesUpTo;

    /**
     * Messages with the same delay.
     *
     * @param nanos the longest delay
     * @param messages number of messages; a stall may cover a fraction of a slice
     * @param cause of the delay
     */
    public record Delay(long nanos, double messages, String cause) {}

    /** @param delays in any order */
    @JsonCreator
    public Delays(List<Delay> delays) {
        longestFirst = delays.stream()
                .sorted(Comparator.comparingLong(Delay::nanos).reversed())
                .toList();
        messagesUpTo = new double[longestFirst.size()];
        double sum = 0;
        for (int i = 0; i < messagesUpTo.length; i++) {
            sum += longestFirst.get(i).messages();
            messagesUpTo[i] = sum;
        }
    }

    /** Returns all delays, the longest first. */
    @JsonValue
    public List<Delay> all() {
        return longestFirst;
    }

    /** Returns the delays of several forks. */
    public static Delays of(List<Delays> all) {
        List<Delay> together = new ArrayList<>();
        all.forEach(delays -> together.addAll(delays.longestFirst));
        return new Delays(together);
    }

    /** Returns the longest delay; 0 without delays. */
    public long longestNanos() {
        return longestFirst.isEmpty() ? 0 : longestFirst.get(0).nanos();
    }

    /** Returns the number of messages with a longer delay. */
    public double above(long nanos) {
        int longer = longer(nanos);
        return longer == 0 ? 0 : messagesUpTo[longer - 1];
    }

    /** Returns the cause of most longer delays; null if there are none. */
    public String causeAbove(long nanos) {
        return byCause(longestFirst.subList(0, longer(nanos))).entrySet().stream()
                .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** Returns the number of delayed messages by cause. */
    public Map<String, Double> byCause() {
        return byCause(longestFirst);
    }

    private static Map<String, Double> byCause(List<Delay> delays) {
        Map<String, Double> messages = new HashMap<>();
        delays.forEach(delay -> messages.merge(delay.cause(), delay.messages(), Double::sum));
        return messages;
    }

    /** Returns the number of entries with a longer delay. */
    private int longer(long nanos) {
        int low = 0;
        int high = longestFirst.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (longestFirst.get(middle).nanos() > nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
