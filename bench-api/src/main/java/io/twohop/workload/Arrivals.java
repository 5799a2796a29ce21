package io.twohop.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.twohop.config.Enums;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Sections;
import io.twohop.config.Texts;
import java.util.LinkedHashMap;
import java.util.Map;

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
        Given.of("kind", kind).neededIf(true, Enums.expected(Kind.class));
        own(Kind.POISSON, kind, "seed", seed == 0 ? null : seed);
        own(Kind.BURST, kind, "burst", burst == 1 && kind != Kind.BURST ? null : burst)
                .onlyIf(messages -> messages >= 2 && messages <= MAX_BURST, EXPECTED_BURST);
        file.check(kind);
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
        keys.putAll(Sections.given(file));
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

    /** Returns the times of a CSV file, plain or packed by gzip, zstd or zip. */
    public static Arrivals replay(String file) {
        return replay(ArrivalFile.NONE.at(file, null));
    }

    public static Arrivals replay(ArrivalFile file) {
        return new Arrivals(Kind.REPLAY, 0, 1, file);
    }

    public boolean isReplay() {
        return kind == Kind.REPLAY;
    }

    /** Returns whether the times come from a file that has not been read yet. */
    public boolean isUnread() {
        return isReplay() && file.read().isEmpty();
    }

    /** Returns whether the file has keys of messages. */
    public boolean hasKeys() {
        return Given.of("key", file.key()).isPresent();
    }

    /**
     * Returns the number of keys, which is 1 for a file with keys that has not been read yet.
     *
     * @param ofWorkload their number unless the file has them
     */
    int keyCount(int ofWorkload) {
        return hasKeys() ? file.read().map(Contents::keys).orElse(1) : ofWorkload;
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
            @JsonUnwrapped ArrivalFile file) {
        Kind its = Given.of("kind", kind).or(Kind.CONSTANT);
        return new Arrivals(
                its,
                own(Kind.POISSON, its, "seed", seed).or(its == Kind.POISSON ? DEFAULT_SEED : 0L),
                own(Kind.BURST, its, "burst", burst)
                        .neededIf(its == Kind.BURST, EXPECTED_BURST)
                        .or(1),
                file);
    }

    /** Refuses a key of another kind. */
    static <T> Given<T> own(Kind owner, Kind kind, String key, T value) {
        return Given.of(key, value)
                .onlyIf(kind == owner, "no " + key + ", since it belongs to 'kind: " + Enums.text(owner) + "' only");
    }
}
