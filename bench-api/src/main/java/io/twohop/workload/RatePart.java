package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Rate;
import java.time.Duration;
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

    enum Kind {
        RAMP,
        HOLD,
        STEPS
    }

    public RatePart {
        Given<Rate> ramp = Given.of("to", to);
        Given<Rate> steps = Given.of("step", step);
        long kinds = Stream.of(ramp, Given.of("hold", hold), steps)
                .filter(Given::isPresent)
                .count();
        if (kinds != 1) {
            throw ConfigException.invalid(
                    "", kinds == 0 ? "neither to, hold nor step" : "more than one of to, hold and step", EXPECTED);
        }
        boolean isRamp = ramp.isPresent();
        boolean isHold = !isRamp && !steps.isPresent();
        own(isRamp, "from", from, "to");
        own(isRamp, "over", over, "to");
        own(!isRamp, "for", held, "hold and step");
        own(steps.isPresent(), "times", times, "step");
        Given.of("times", times).map(number -> WorkloadChecks.within("times", number, 1, MOST_STEPS));
        if (isRamp) {
            WorkloadChecks.within("over", over, SHORTEST, LONGEST);
        }
        if (isHold || Given.of("for", held).isPresent()) {
            WorkloadChecks.within("for", held, SHORTEST, LONGEST);
        }
    }

    private static void own(boolean isOwn, String key, Object value, String owner) {
        Given.of(key, value)
                .map(Object::toString)
                .onlyIf(isOwn, "no " + key + ", since it belongs to " + owner + " only");
    }

    Kind kind() {
        return Given.of("to", to)
                .map(any -> Kind.RAMP)
                .or(Given.of("hold", hold).map(any -> Kind.HOLD).or(Kind.STEPS));
    }
}
