package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Help;
import io.twohop.config.Texts;
import java.util.Map;

/**
 * When messages are due, around the rate that is offered.
 */
public record Arrivals(
        @Help("the shape of the schedule") Kind kind,

        @Help("of the random schedule for Kind#POISSON, otherwise 0")
        long seed,

        @Help("messages back to back every / rate seconds for Kind#BURST, otherwise 1")
        int burst) {
    private static final long DEFAULT_SEED = 1;
    private static final int MAX_BURST = 1_000_000;
    private static final String EXPECTED_BURST = Texts.format("a burst of 2 to %,d messages", MAX_BURST);

    /** The shape of a schedule. */
    public enum Kind {
        /** Every {@code 1 / rate} seconds. */
        CONSTANT,
        /** At random and independently, as many users would. */
        POISSON,
        /** Several at once. */
        BURST
    }

    public Arrivals {
        if (kind == null) {
            throw ConfigException.invalid("kind", null, Enums.expected(Kind.class));
        }
        if (kind != Kind.POISSON && seed != 0) {
            throw ConfigException.invalid("seed", seed, "no seed, since it belongs to poisson only");
        }
        if (kind != Kind.BURST && burst != 1) {
            throw ConfigException.invalid("burst", burst, "no burst, since it belongs to the kind burst only");
        }
        if (kind == Kind.BURST && (burst < 2 || burst > MAX_BURST)) {
            throw ConfigException.invalid("burst", burst, EXPECTED_BURST);
        }
    }

    /** The keys that its kind has. */
    @JsonValue
    Map<String, Object> keys() {
        return switch (kind) {
            case CONSTANT -> Map.of("kind", kind);
            case POISSON -> Map.of("kind", kind, "seed", seed);
            case BURST -> Map.of("kind", kind, "burst", burst);
        };
    }

    /** One message every {@code 1 / rate} seconds. */
    public static Arrivals constant() {
        return new Arrivals(Kind.CONSTANT, 0, 1);
    }

    /** Random arrivals; the same seed gives the same schedule. */
    public static Arrivals poisson(long seed) {
        return new Arrivals(Kind.POISSON, seed, 1);
    }

    /**
     * The same for one of several forks. Each has random arrivals of its own, or all of them would measure one schedule.
     *
     * @param fork from 1
     * @param producers whose schedules have seeds in a row
     */
    public Arrivals ofFork(int fork, int producers) {
        return kind == Kind.POISSON ? poisson(seed + (long) (fork - 1) * producers) : this;
    }

    /** A burst of messages back to back, then a pause that keeps the rate. */
    public static Arrivals burst(int messages) {
        return new Arrivals(Kind.BURST, 0, messages);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Arrivals of(String kind) {
        return of((Kind) Enums.parse(Kind.class, kind), null, null);
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static Arrivals of(
            @JsonProperty("kind") Kind kind, @JsonProperty("seed") Long seed, @JsonProperty("burst") Integer burst) {
        if (kind == null || kind == Kind.CONSTANT) {
            refuse("seed", seed, "poisson");
            refuse("burst", burst, "burst");
            return constant();
        }
        if (kind == Kind.POISSON) {
            refuse("burst", burst, "burst");
            return poisson(seed == null ? DEFAULT_SEED : seed);
        }
        refuse("seed", seed, "poisson");
        if (burst == null) {
            throw ConfigException.invalid("burst", null, EXPECTED_BURST);
        }
        return burst(burst);
    }

    private static void refuse(String key, Object value, String kind) {
        if (value != null) {
            throw ConfigException.invalid(key, value, "no " + key + ", since it belongs to 'kind: " + kind + "' only");
        }
    }
}
