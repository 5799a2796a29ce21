package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Quantities;
import io.twohop.config.Sections;
import io.twohop.config.TextForm;
import java.time.Duration;

/** The length of a run's warm-up. */
public record WarmUp(
        @Help("steady: a trial before the first fork determines when latency no longer changes")
        String until,

        @Help("the time itself, or with until its limit, 10s to 10m, 60s by default")
        Duration most) {
    /** Time for which latency has to stay the same. */
    public static final Duration STEADY = Duration.ofSeconds(10);

    private static final String UNTIL_STEADY = "steady";
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LEAST_MOST = Duration.ofSeconds(10);
    private static final Duration LONGEST_MOST = Duration.ofMinutes(10);
    private static final Duration USUAL_MOST = Duration.ofSeconds(60);

    public WarmUp {
        Given.of("until", until).onlyIf(UNTIL_STEADY::equals, UNTIL_STEADY);
    }

    public static WarmUp of(Duration time) {
        return new WarmUp(null, time);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    @TextForm(Duration.class)
    static WarmUp read(String time) {
        try {
            return of(Quantities.duration(time));
        } catch (ConfigException e) {
            throw e.unnamed();
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static WarmUp of(@JsonProperty("until") String until, @JsonProperty("most") Duration most) {
        Given.of("until", until).neededIf(true, UNTIL_STEADY);
        return new WarmUp(until, Given.of("most", most).or(USUAL_MOST));
    }

    static WarmUp check(String key, WarmUp warmUp) {
        if (warmUp.isUntilSteady()) {
            WorkloadChecks.within(key + ".most", warmUp.most, LEAST_MOST, LONGEST_MOST);
        } else {
            WorkloadChecks.within(key, warmUp.most, Duration.ZERO, LONGEST);
        }
        return warmUp;
    }

    /** Returns whether a trial decides the length. */
    public boolean isUntilSteady() {
        return UNTIL_STEADY.equals(until);
    }

    /** Returns the length of the trial; zero without one. */
    public Duration trial() {
        return isUntilSteady() ? most.plus(STEADY) : Duration.ZERO;
    }

    /** Returns the time alone if it is fixed, otherwise a mapping. */
    @JsonValue
    Object keys() {
        return isUntilSteady() ? Sections.given(this) : most;
    }
}
