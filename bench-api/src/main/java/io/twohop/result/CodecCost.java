package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * What the codec takes of a message by itself, so that it is not laid at the transport's door: events encoded and decoded on
 * one thread with nothing else around, by the compiled code of the JVM that measured, when it had. Among other work, with
 * colder caches and threads that wait for cores, it takes rather more.
 *
 * @param name of the codec, or {@code bytes} where a workload's {@code size} sends random ones
 * @param times how often a message is encoded, and decoded, on its way: once a hop
 * @param messageBytes what it is encoded to, in the mean, trace header excluded
 * @param encode an event into a buffer
 * @param decode an event out of a buffer
 */
public record CodecCost(String name, int times, double messageBytes, Step encode, Step decode) {
    /**
     * One event.
     *
     * @param nanos the median of some hundred batches
     * @param allocatedBytes the mean
     */
    public record Step(double nanos, double allocatedBytes) {}

    /** Of several forks, the one in the middle; null where none measured it. */
    public static CodecCost typical(List<Fork> forks) {
        List<CodecCost> costs = forks.stream()
                .map(Fork::codec)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingDouble(CodecCost::nanosPerMessage))
                .toList();
        return costs.isEmpty() ? null : costs.get(costs.size() / 2);
    }

    /** All that a message takes on its way, in nanoseconds. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double nanosPerMessage() {
        return times * (encode.nanos + decode.nanos);
    }

    /** All that is allocated for a message on its way. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double allocatedBytesPerMessage() {
        return times * (encode.allocatedBytes + decode.allocatedBytes);
    }
}
