package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

/**
 * The course of a fork.
 *
 * @param startedAt start of warm-up; {@code null} if it never started
 * @param failure the reason that it did not complete; {@code null} if it completed
 * @param publishFailure the failure of the first message that could not be published; {@code null} if there was none
 */
public record Course(Instant startedAt, String failure, String publishFailure) {
    /** Returns whether the fork completed and reported that. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public boolean complete() {
        return failure == null;
    }

    Course failed(String more) {
        return new Course(startedAt, failure + more, publishFailure);
    }
}
