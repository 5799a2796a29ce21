package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.ConfigException;
import io.twohop.config.Enums;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Sections;
import io.twohop.config.Texts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The times at which messages are due, around the offered rate. */
public record Arrivals(
        @Help("the shape of the schedule") Kind kind,

        @Help("seed of the random schedule, for poisson only")
        long seed,

        @Help("number of messages in a burst, for burst only")
        int burst,

        @Section ArrivalFile file) {
    private static final long DEFAULT_SEED = 1;
    private static final int MAX_BURST = 1_000_000;
    private static final String EXPECTED_BURST = Texts.format("a burst of 2 to %,d messages", MAX_BURST);

    /** The shape of a schedule. */
    public enum Kind {
        /** Every {@code 1 / rate} seconds. */
        CONSTANT,
        /** Random and independent, as from many users. */
        POISSON,
        /** Several messages at once. */
        BURST,
        /** The times of a file. */
        REPLAY
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
        if (kind == Kind.REPLAY) {
            file.check();
        } else {
            file.refuse();
        }
    }

    /** Creates arrivals that depend on the rate alone. */
    public Arrivals(Kind kind, long seed, int burst) {
        this(kind, seed, burst, ArrivalFile.NONE);
    }

    /** Returns the keys that this kind has. */
    @JsonValue
    Map<String, Object> keys() {
        return switch (kind) {
            case CONSTANT -> Map.of("kind", kind);
            case POISSON -> Map.of("kind", kind, "seed", seed);
            case BURST -> Map.of("kind", kind, "burst", burst);
            case REPLAY -> replayKeys();
        };
    }

    private Map<String, Object> replayKeys() {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("kind", kind);
        keys.putAll(Sections.values(file));
        keys.values().removeIf(Objects::isNull);
        return keys;
    }

    /** Returns one message every {@code 1 / rate} seconds. */
    public static Arrivals constant() {
        return new Arrivals(Kind.CONSTANT, 0, 1);
    }

    /** Returns random arrivals; the same seed gives the same schedule. */
    public static Arrivals poisson(long seed) {
        return new Arrivals(Kind.POISSON, seed, 1);
    }

    /**
     * Returns the arrivals of one of several forks. Random arrivals differ between forks, or all forks would measure one
     * schedule.
     *
     * @param fork from 1
     * @param producers whose schedules have seeds in a row
     */
    public Arrivals ofFork(int fork, int producers) {
        return kind == Kind.POISSON ? poisson(seed + (long) (fork - 1) * producers) : this;
    }

    /** Returns bursts of messages back to back, each followed by a pause that keeps the rate. */
    public static Arrivals burst(int messages) {
        return new Arrivals(Kind.BURST, 0, messages);
    }

    /** Returns the times of a CSV file, plain or packed by gzip or zstd. */
    public static Arrivals replay(String file) {
        return replay(new ArrivalFile(file, null, TimeFormat.AUTO, null, null, null, null, 1, false, null));
    }

    /** Returns the times of a file. */
    public static Arrivals replay(ArrivalFile file) {
        return new Arrivals(Kind.REPLAY, 0, 1, file);
    }

    /** Returns whether the times come from a file. */
    public boolean isReplay() {
        return kind == Kind.REPLAY;
    }

    /** Returns whether the times come from a file that has not been read yet. */
    public boolean isUnread() {
        return isReplay() && file.contents() == null;
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Arrivals of(String kind) {
        return of((Kind) Enums.parse(Kind.class, kind), null, null, ArrivalFile.NONE);
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static Arrivals of(
            @JsonProperty("kind") Kind kind,
            @JsonProperty("seed") Long seed,
            @JsonProperty("burst") Integer burst,
            @JsonProperty("file") String file,
            @JsonProperty("column") String column,
            @JsonProperty("unit") TimeFormat unit,
            @JsonProperty("producer") String producer,
            @JsonProperty("size") String size,
            @JsonProperty("key") String key,
            @JsonProperty("topic") String topic,
            @JsonProperty("speed") Double speed,
            @JsonProperty("loop") Boolean loop,
            @JsonProperty("contents") Contents contents) {
        return of(
                kind,
                seed,
                burst,
                new ArrivalFile(
                        file,
                        column,
                        unit,
                        producer,
                        size,
                        key,
                        topic,
                        speed == null ? 1 : speed,
                        loop != null && loop,
                        contents));
    }

    private static Arrivals of(Kind kind, Long seed, Integer burst, ArrivalFile file) {
        Kind its = kind == null ? Kind.CONSTANT : kind;
        if (its != Kind.POISSON) {
            refuse("seed", seed, "poisson");
        }
        if (its != Kind.BURST) {
            refuse("burst", burst, "burst");
        } else if (burst == null) {
            throw ConfigException.invalid("burst", null, EXPECTED_BURST);
        }
        long itsSeed = its != Kind.POISSON ? 0 : seed == null ? DEFAULT_SEED : seed;
        return new Arrivals(its, itsSeed, burst == null ? 1 : burst, file);
    }

    private static void refuse(String key, Object value, String kind) {
        if (value != null) {
            throw ConfigException.invalid(key, value, "no " + key + ", since it belongs to 'kind: " + kind + "' only");
        }
    }
}
