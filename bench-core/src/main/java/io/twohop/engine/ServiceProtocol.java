package io.twohop.engine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.twohop.pipeline.ServiceCounts;
import java.util.List;
import java.util.Optional;

/**
 * How a service in a process of its own talks to the process that measures: it reads the plan as its first line, then
 * commands, and answers a JSON object a line, each with one member.
 */
final class ServiceProtocol {
    /** Asks for the time. */
    static final String TIME = "time";

    /** Asks to finish what was begun, and to end. */
    static final String END = "end";

    /** One line; exactly one of its parts is there. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Line(
            Boolean ready, Long nanos, ServiceCounts counts, List<Long> failedReplies, String notice, String refused) {
        static Line ofReady() {
            return new Line(true, null, null, null, null, null);
        }

        static Line ofTime(long nanos) {
            return new Line(null, nanos, null, null, null, null);
        }

        static Line of(ServiceCounts counts) {
            return new Line(null, null, counts, null, null, null);
        }

        static Line ofFailedReplies(List<Long> intendedNanos) {
            return new Line(null, null, null, intendedNanos, null, null);
        }

        static Line ofNotice(String text) {
            return new Line(null, null, null, null, text, null);
        }

        static Line ofRefused(String reason) {
            return new Line(null, null, null, null, null, reason);
        }

        String text() {
            try {
                return ForkProtocol.JSON.writeValueAsString(this);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private ServiceProtocol() {}

    /** What a line says, or empty if it is something else's output. */
    static Optional<Line> read(String line) {
        try {
            return line.startsWith("{") ? Optional.of(ForkProtocol.JSON.readValue(line, Line.class)) : Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }
}
