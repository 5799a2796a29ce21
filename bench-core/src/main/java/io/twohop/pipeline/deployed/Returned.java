package io.twohop.pipeline.deployed;

import io.twohop.workload.Correlation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a request that a deployed service returned, as {@link ReturnTrial} saw it.
 *
 * @param parts the parts that were tried, those that suit measurements best first
 * @param requests number of requests sent
 * @param firstReply time from a request to the first reply that had a part of it; empty if there was no such reply
 * @param failure the error that this reply reports in place of an answer; empty for none
 * @param replies number of replies to the same request, as far as they came soon
 * @param otherReplies replies before it that had no part of a request
 * @param example the beginning of the first of these; empty if there was none
 * @param consumers who reads the requests, in words; empty if a part came back, or nobody knows
 */
public record Returned(
        List<Part> parts,
        int requests,
        Optional<Duration> firstReply,
        String failure,
        int replies,
        long otherReplies,
        String example,
        String consumers) {
    /** The state of a part in the reply. */
    public enum Outcome {
        /** A run can match replies by it. */
        RETURNED,
        /** The reply has the number where a run does not look for it. */
        ELSEWHERE,
        /** The reply has another, valid trace context. */
        NEW_TRACE,
        /** The reply does not have it. */
        ABSENT
    }

    /**
     * One part of a request.
     *
     * @param name in words, such as {@code header twohop-id}
     * @param place where the reply has it, in words; empty unless that is a field's
     * @param correlation the setting by which a run matches replies; empty unless it came back
     */
    public record Part(String name, Outcome outcome, String place, Optional<Correlation> correlation) {}

    /** Returns whether runs can match replies by at least one part. */
    public boolean isMeasurable() {
        return parts.stream().anyMatch(part -> part.correlation().isPresent());
    }
}
