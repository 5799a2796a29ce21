package io.twohop.result;

import java.util.List;
import java.util.Map;

/**
 * The worst episodes of one fork and what caused them, from its flight recording. What was slow at one time for one reason
 * is one episode, however many messages it delayed.
 *
 * @param groups of episodes with one cause, the costliest first
 * @param causes how many of the episodes each cause made, the most frequent first
 * @param slowest the slowest message of each episode in the measured window, the costliest first
 * @param episodes in how many of them messages took as long as each percentile end to end, counted up to {@link #ENOUGH}
 * @param stalls of the platform in the measured window, as a sleeping thread saw them
 * @param stallResolutionNanos how long that thread slept: what is shorter may have gone unseen
 * @param stealShare CPU time that a hypervisor gave to others, as a part of one CPU's; null where unknown
 * @param runQueueShare time that the measuring threads waited for a CPU, as a part of the window; null where unknown
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
     * @param cause of all of them
     * @param episodes how many
     * @param costNanos latency beyond the median, of all messages of the episodes together
     * @param shortestNanos latency of the slowest message of the shortest episode
     * @param longestNanos of the longest
     * @param period their constant distance; null where there is none
     */
    public record Group(
            String cause, int episodes, long costNanos, long shortestNanos, long longestNanos, Period period) {}

    /**
     * A constant distance between episodes.
     *
     * @param nanos of their beginnings; null where it is not constant
     * @param messages of a producer from one to the next; null where that is not constant, or there are several producers
     */
    public record Period(Long nanos, Long messages) {}

    /** Beginning of a cause: the disk worked for a process that is not of the run. The rest names it. */
    public static final String BUSY_DISK = "the disk was busy for ";

    /** A percentile that rests on fewer episodes is their story. */
    public static final int ENOUGH = 3;

    /** The cause of a message that no cause was found for. */
    public static final String UNEXPLAINED = "unexplained";

    /**
     * A message.
     *
     * @param producer that sent it
     * @param sequence within the producer
     * @param intendedNanos when it should have been sent, from the start of measuring
     * @param toServiceNanos from then to the service; null without a service
     * @param endToEndNanos from then to the sink
     * @param cause what delayed it
     * @param messages of its episode
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

    /** This one without when messages reached the service. */
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
