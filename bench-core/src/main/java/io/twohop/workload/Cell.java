package io.twohop.workload;

import io.twohop.config.Rate;
import io.twohop.config.Size;
import java.util.Map;
import java.util.TreeMap;

/**
 * One run of a workload's matrix.
 *
 * @param rate the offered rate of this run; null in a closed loop
 * @param size the size of its messages, or null for the workload's event
 * @param topics over how many topics each hop's messages are spread
 * @param producers threads that publish
 * @param faults the name of its scenario, where the workload has several; else null
 * @param dimensions what the workload sets of the transport's layout; the rest is the transport file's
 */
public record Cell(Rate rate, Size size, int topics, int producers, String faults, Map<Dimension, Integer> dimensions) {
    public Cell {
        dimensions = java.util.Collections.unmodifiableMap(new TreeMap<>(dimensions));
    }

    /** Messages offered per second; 0 in a closed loop, which offers what the transport takes. */
    public double ratePerSecond() {
        return rate == null ? 0 : rate.perSecond();
    }

    /** Payload bytes; 0 for the workload's event. */
    public int payloadBytes() {
        return size == null ? 0 : size.bytes();
    }

    /** Such as {@code 100k/s} or {@code 100k/s, 1KiB, 10 topics}; what is as usual is left out. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(rate == null ? "closed loop" : rate.toString());
        if (size != null) {
            text.append(", ").append(size);
        }
        append(text, topics, "topics");
        append(text, producers, "producers");
        dimensions.forEach((dimension, value) ->
                text.append(", ").append(dimension.key()).append(' ').append(value));
        return faults == null
                ? text.toString()
                : text.append(", ").append(faults).toString();
    }

    private static void append(StringBuilder text, int count, String noun) {
        if (count > 1) {
            text.append(", ").append(count).append(' ').append(noun);
        }
    }
}
