package io.twohop.account;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.Nanos;

/**
 * The throughput of a closed loop, of measured messages only.
 *
 * @param publisher from the first message's begin to the last acknowledgement, or without acknowledgements to the last return
 *     of publishing
 * @param subscriber from the first arrival to the last
 * @param overall from the first message's begin to the last arrival
 */
public record Throughput(Part publisher, Part subscriber, Part overall) {
    private static final double MEGABYTE = 1e6;

    /**
     * The throughput at one end of the path.
     *
     * @param bytes of their payload
     */
    @JsonIgnoreProperties(
            value = {"messagesPerSecond", "megabytesPerSecond"},
            allowGetters = true)
    public record Part(long messages, long bytes, double seconds) {
        /** Returns the throughput between two instants of {@link System#nanoTime()}. */
        static Part of(long messages, long bytes, long fromNanos, long toNanos) {
            return new Part(messages, bytes, messages == 0 ? 0 : (toNanos - fromNanos) / Nanos.PER_SECOND);
        }

        Part plus(Part other) {
            return new Part(messages + other.messages, bytes + other.bytes, seconds + other.seconds);
        }

        /** Returns messages per second; 0 if the messages took no time. */
        @JsonProperty
        public double messagesPerSecond() {
            return seconds == 0 ? 0 : messages / seconds;
        }

        /** Returns payload per second, in 10^6 bytes; 0 if the messages took no time. */
        @JsonProperty
        public double megabytesPerSecond() {
            return seconds == 0 ? 0 : bytes / seconds / MEGABYTE;
        }
    }

    public Throughput plus(Throughput other) {
        return new Throughput(
                publisher.plus(other.publisher), subscriber.plus(other.subscriber), overall.plus(other.overall));
    }

    /**
     * Returns the throughput of counted messages.
     *
     * @param published messages that the transport accepted
     * @param acknowledged messages that it acknowledged; none for a transport without acknowledgements
     * @param arrived messages that reached the sinks
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
