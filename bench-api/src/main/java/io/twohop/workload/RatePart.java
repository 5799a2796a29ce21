package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.config.Rate;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;

/** A part of a profile of rates: a ramp, a hold, or steps up from the part before. */
public record RatePart(
        @Help("start rate of a ramp; the end rate of the part before by default")
        Rate from,

        @Help("end rate of a ramp") Rate to,

        @Help("duration of a ramp") Duration over,

        @Help("rate that is held") Rate hold,

        @Help("time for which a rate is held; for a step, that of the part before by default") @JsonProperty("for")
        Duration held,

        @Help("rate added to the end rate of the part before")
        Rate step,

        @Help("number of steps; 1 to 100, 1 by default") Integer times) {
    private static final String EXPECTED =
            "{from: 1k, to: 50k, over: 60s}, {hold: 50k, for: 30s} or {step: 10k, for: 30s}";
    private static final int MOST_STEPS = 100;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(24);

    public RatePart {
        long kinds = Stream.of(to, hold, step).filter(Objects::nonNull).count();
        if (kinds != 1) {
            throw ConfigException.invalid(
                    "", kinds == 0 ? "neither to, hold nor step" : "more than one of to, hold and step", EXPECTED);
        }
        if (to == null) {
            refuse("from", from, "to");
            refuse("over", over, "to");
        } else {
            refuse("for", held, "hold and step");
            WorkloadChecks.within("over", over, SHORTEST, LONGEST);
        }
        if (hold != null) {
            WorkloadChecks.within("for", held, SHORTEST, LONGEST);
        }
        if (step == null) {
            refuse("times", times, "step");
        } else {
            WorkloadChecks.within("times", times == null ? 1 : times, 1, MOST_STEPS);
        }
        if (step != null && held != null) {
            WorkloadChecks.within("for", held, SHORTEST, LONGEST);
        }
    }

    private static void refuse(String key, Object value, String owner) {
        if (value != null) {
            throw ConfigException.invalid(key, value, "no " + key + ", since it belongs to " + owner + " only");
        }
    }
}
