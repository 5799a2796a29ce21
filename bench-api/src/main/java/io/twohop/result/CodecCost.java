package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The cost of the codec by itself, without the transport. One thread encodes and decodes events after the run, with the
 * compiled code of the measuring JVM. During the run the codec takes rather more, with colder caches and threads that wait for
 * cores.
 *
 * @param name of the codec, or {@code bytes} for random payload
 * @param times number of hops: a message is encoded and decoded once on each
 * @param messageBytes mean encoded size, without the trace header
 * @param encode cost of encoding an event into a buffer
 * @param decode cost of decoding an event from a buffer
 */
public record CodecCost(String name, int times, double messageBytes, Step encode, Step decode) {
    /**
     * The cost of one event.
     *
     * @param nanos the median of some hundred batches
     * @param allocatedBytes the mean
     */
    public record Step(double nanos, double allocatedBytes) {}

    /** Returns the median cost of several forks; empty if none measured it. */
    public static Optional<CodecCost> typical(List<Fork> forks) {
        List<CodecCost> costs = forks.stream()
                .flatMap(fork -> fork.codec().stream())
                .sorted(Comparator.comparingDouble(CodecCost::nanosPerMessage))
                .toList();
        return costs.stream().skip(costs.size() / 2).findFirst();
    }

    /** Returns the time per message on all hops, in nanoseconds. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double nanosPerMessage() {
        return times * (encode.nanos + decode.nanos);
    }

    /** Returns the bytes allocated per message on all hops. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double allocatedBytesPerMessage() {
        return times * (encode.allocatedBytes + decode.allocatedBytes);
    }
}
