package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.config.Quantities;
import io.twohop.config.TextForm;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long a run warms up.
 */
public record WarmUp(
        @Help("steady: a trial before the first fork determines when latency no longer changes")
        String until,

        @Help("the time itself, or with until its limit, 10s to 10m, 60s by default")
        Duration most) {
    /** So long latency has to stay as it is. */
    public static final Duration STEADY = Duration.ofSeconds(10);

    private static final String UNTIL_STEADY = "steady";
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration LEAST_MOST = Duration.ofSeconds(10);
    private static final Duration LONGEST_MOST = Duration.ofMinutes(10);
    private static final Duration USUAL_MOST = Duration.ofSeconds(60);

    public WarmUp {
        if (until != null && !until.equals(UNTIL_STEADY)) {
            throw ConfigException.invalid("until", until, UNTIL_STEADY);
        }
    }

    /** That time, whatever is seen meanwhile. */
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
        if (until == null) {
            throw ConfigException.invalid("until", null, UNTIL_STEADY);
        }
        return new WarmUp(until, most == null ? USUAL_MOST : most);
    }

    static WarmUp check(String key, WarmUp warmUp) {
        if (warmUp.isUntilSteady()) {
            WorkloadChecks.within(key + ".most", warmUp.most, LEAST_MOST, LONGEST_MOST);
        } else {
            WorkloadChecks.within(key, warmUp.most, Duration.ZERO, LONGEST);
        }
        return warmUp;
    }

    /** Whether a trial decides how long it takes. */
    public boolean isUntilSteady() {
        return until != null;
    }

    /** How long the trial is; zero without one. */
    public Duration trial() {
        return isUntilSteady() ? most.plus(STEADY) : Duration.ZERO;
    }

    /** The time stands for the whole where it is fixed. */
    @JsonValue
    Object keys() {
        if (until == null) {
            return most;
        }
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("until", until);
        keys.put("most", most);
        return keys;
    }
}
