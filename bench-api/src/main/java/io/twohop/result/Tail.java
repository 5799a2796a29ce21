package io.twohop.result;

import java.util.List;
import java.util.Map;

/**
 * The worst episodes of one fork and their causes, from its flight recording. Messages that are slow at one time for one reason are
 * one episode.
 *
 * @param groups of episodes with one cause, the costliest first
 * @param causes number of episodes by cause, the most frequent first
 * @param slowest the slowest message of each episode in the measured window, the costliest first
 * @param episodes number of episodes that reached each percentile end to end, counted up to {@link #ENOUGH}
 * @param stalls of the platform in the measured window, as a sleeping thread saw them
 * @param stallResolutionNanos length of that thread's sleeps: shorter stalls may have gone unseen
 * @param stealShare CPU time that a hypervisor gave to others, as a share of one CPU's; null if unknown
 * @param runQueueShare time that the measuring threads waited for a CPU, as a share of the window; null if unknown
 */
public record Tail(
        List<Group> groups,
        Map<String, Integer> causes,
        List<Slowest> slowest,
        Map<String, Integer> episodes,
        Times stalls,
        long stallResolutionNanos,
        Double stealShare,
        Double runQueueShare) {
    public Tail {
        groups = groups == null ? List.of() : groups;
    }

    /**
     * Episodes with one cause.
     *
     * @param cause shared by all
     * @param episodes number of episodes
     * @param costNanos latency beyond the median, of all messages of the episodes together
     * @param shortestNanos latency of the slowest message of the shortest episode
     * @param longestNanos latency of the slowest message of the longest episode
     * @param period their constant distance; null without one
     */
    public record Group(
            String cause, int episodes, long costNanos, long shortestNanos, long longestNanos, Period period) {}

    /**
     * A constant distance between episodes.
     *
     * @param nanos between their beginnings; null if not constant
     * @param messages of the producer between them; null if not constant, and with several producers
     */
    public record Period(Long nanos, Long messages) {}

    /** Prefix of a cause: the disk was busy for a process outside the run, which the rest names. */
    public static final String BUSY_DISK = "the disk was busy for ";

    /** Fewest episodes that a percentile needs: otherwise it describes single episodes. */
    public static final int ENOUGH = 3;

    /** The cause of a message without a known cause. */
    public static final String UNEXPLAINED = "unexplained";

    /**
     * A message.
     *
     * @param producer that sent it
     * @param sequence within the producer
     * @param intendedNanos intended time, from the start of measuring
     * @param toServiceNanos from then to the service; null without a service
     * @param endToEndNanos from then to the sink
     * @param cause of its delay
     * @param messages number of messages of its episode
     * @param costNanos their latency beyond the median, all together
     */
    public record Slowest(
            int producer,
            long sequence,
            long intendedNanos,
            Long toServiceNanos,
            long endToEndNanos,
            String cause,
            int messages,
            long costNanos) {
        Slowest withoutServiceTime() {
            return new Slowest(producer, sequence, intendedNanos, null, endToEndNanos, cause, messages, costNanos);
        }
    }

    /** Returns this tail without the times at which messages reached the service. */
    public Tail withoutServiceTimes() {
        return new Tail(
                groups,
                causes,
                slowest.stream().map(Slowest::withoutServiceTime).toList(),
                episodes,
                stalls,
                stallResolutionNanos,
                stealShare,
                runQueueShare);
    }
}
