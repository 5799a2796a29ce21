package io.twohop.result;

import java.util.List;
import java.util.Map;

/**
 * The slowest messages of one fork and what delayed them, from its flight recording.
 *
 * @param causes how many of the slowest each cause delayed, the most frequent first
 * @param slowest the slowest messages of the measured window, the slowest first
 * @param stalls of the platform in the measured window, as a sleeping thread saw them
 * @param stallResolutionNanos how long that thread slept: what is shorter may have gone unseen
 * @param stealShare CPU time that a hypervisor gave to others, as a part of one CPU's; null where unknown
 * @param runQueueShare time that the measuring threads waited for a CPU, as a part of the window; null where unknown
 */
public record Tail(
        Map<String, Integer> causes,
        List<Slow> slowest,
        Times stalls,
        long stallResolutionNanos,
        Double stealShare,
        Double runQueueShare) {
    /**
     * A message.
     *
     * @param producer that sent it
     * @param sequence within the producer
     * @param intendedNanos when it should have been sent, from the start of measuring
     * @param toServiceNanos from then to the service; null without a service
     * @param endToEndNanos from then to the sink
     * @param cause what delayed it
     */
    public record Slow(
            int producer, long sequence, long intendedNanos, Long toServiceNanos, long endToEndNanos, String cause) {}
}
