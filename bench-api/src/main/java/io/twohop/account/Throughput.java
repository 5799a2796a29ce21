package io.twohop.account;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * How much went through in a closed loop, of the measured messages alone.
 *
 * @param publisher from the first message's begin to the last acknowledgement, or where there is none to the last return
 *     of publishing
 * @param subscriber from the first arrival to the last
 * @param overall from the first message's begin to the last arrival
 */
public record Throughput(Part publisher, Part subscriber, Part overall) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEGABYTE = 1e6;

    /**
     * One end of it.
     *
     * @param messages how many
     * @param bytes of their payload
     * @param seconds they took
     */
    @JsonIgnoreProperties(
            value = {"messagesPerSecond", "megabytesPerSecond"},
            allowGetters = true)
    public record Part(long messages, long bytes, double seconds) {
        /** Between two instants of {@link System#nanoTime()}. */
        static Part of(long messages, long bytes, long fromNanos, long toNanos) {
            return new Part(messages, bytes, messages == 0 ? 0 : (toNanos - fromNanos) / NANOS_PER_SECOND);
        }

        /** Both one after the other. */
        Part plus(Part other) {
            return new Part(messages + other.messages, bytes + other.bytes, seconds + other.seconds);
        }

        /** Messages per second; 0 where nothing took any time. */
        @JsonProperty
        public double messagesPerSecond() {
            return seconds == 0 ? 0 : messages / seconds;
        }

        /** Payload per second, in 10^6 bytes; 0 where nothing took any time. */
        @JsonProperty
        public double megabytesPerSecond() {
            return seconds == 0 ? 0 : bytes / seconds / MEGABYTE;
        }
    }

    /** Of two runs one after the other. */
    public Throughput plus(Throughput other) {
        return new Throughput(
                publisher.plus(other.publisher), subscriber.plus(other.subscriber), overall.plus(other.overall));
    }

    /**
     * From what was counted.
     *
     * @param published what the transport took, from when it was begun
     * @param acknowledged what it acknowledged; nothing where it acknowledges none
     * @param arrived what reached the sinks
     */
    public static Throughput of(FlowSum published, FlowSum acknowledged, FlowSum arrived) {
        long startNanos = published.firstNanos();
        FlowSum done = acknowledged.messages() > 0 ? acknowledged : published;
        long bytes = done.messages() == 0 || published.messages() == 0
                ? 0
                : Math.round((double) published.bytes() / published.messages() * done.messages());
        return new Throughput(
                Part.of(done.messages(), bytes, startNanos, done.lastNanos()),
                Part.of(arrived.messages(), arrived.bytes(), arrived.firstNanos(), arrived.lastNanos()),
                Part.of(arrived.messages(), arrived.bytes(), startNanos, arrived.lastNanos()));
    }
}
