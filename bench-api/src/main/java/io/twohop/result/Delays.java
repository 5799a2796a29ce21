package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How many messages the machine delayed, and by how much at most. */
public final class Delays {
    /** Messages that were not delayed at all. */
    public static final Delays NONE = new Delays(List.of());

    /** Prefix of the cause of a wait for a core; the rest names the thread or process that waited. */
    public static final String NO_CORE = "no core left for ";

    private final List<Delay> longestFirst;
    private final double[] messagesUpTo;

    /**
     * Messages that were held up alike.
     *
     * @param nanos for how long at most
     * @param messages how many; the part of a slice that a stall covers need not be a whole number
     * @param cause what held them up
     */
    public record Delay(long nanos, double messages, String cause) {}

    /** In any order. */
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

    /** The longest first. */
    @JsonValue
    public List<Delay> all() {
        return longestFirst;
    }

    /** Those of several forks. */
    public static Delays of(List<Delays> all) {
        List<Delay> together = new ArrayList<>();
        all.forEach(delays -> together.addAll(delays.longestFirst));
        return new Delays(together);
    }

    /** The longest; 0 if there is none. */
    public long longestNanos() {
        return longestFirst.isEmpty() ? 0 : longestFirst.get(0).nanos();
    }

    /** How many messages were delayed by more than that. */
    public double above(long nanos) {
        int longer = longer(nanos);
        return longer == 0 ? 0 : messagesUpTo[longer - 1];
    }

    /** Returns the cause of most delays above that; null without one. */
    public String causeAbove(long nanos) {
        return byCause(longestFirst.subList(0, longer(nanos))).entrySet().stream()
                .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** Returns how many messages each cause delayed. */
    public Map<String, Double> byCause() {
        return byCause(longestFirst);
    }

    private static Map<String, Double> byCause(List<Delay> delays) {
        Map<String, Double> messages = new HashMap<>();
        delays.forEach(delay -> messages.merge(delay.cause(), delay.messages(), Double::sum));
        return messages;
    }

    /** How many entries are above. */
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
