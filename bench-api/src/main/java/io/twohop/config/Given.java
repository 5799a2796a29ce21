package io.twohop.config;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A key of a mapping with the value that the mapping gives it, if any. A chain of its methods is a rule on which keys go together.
 * Immutable.
 */
public final class Given<T> {
    private final String key;
    private final Optional<T> value;

    private Given(String key, Optional<T> value) {
        this.key = key;
        this.value = value;
    }

    /**
     * Creates a key with its value.
     *
     * @param value {@code null} for an absent key
     */
    public static <T> Given<T> of(String key, T value) {
        return new Given<>(key, Optional.ofNullable(value));
    }

    /** Returns whether the mapping has a value for the key. */
    public boolean isPresent() {
        return value.isPresent();
    }

    /**
     * Refuses a value where the key does not belong.
     *
     * @param expected what would be accepted, such as {@code no seed, since nothing of it is random}
     */
    public Given<T> onlyIf(boolean belongs, String expected) {
        return onlyIf(any -> belongs, expected);
    }

    /** Refuses a value that does not pass; an absent one passes. */
    public Given<T> onlyIf(Predicate<T> passes, String expected) {
        if (value.filter(passes.negate()).isPresent()) {
            throw refused(expected);
        }
        return this;
    }

    /** Refuses the absence of a value where it is needed. */
    public Given<T> neededIf(boolean needed, String expected) {
        if (needed && value.isEmpty()) {
            throw refused(expected);
        }
        return this;
    }

    /** Refuses the absence of a value, and a value that does not pass. */
    public Given<T> needed(Predicate<T> passes, String expected) {
        return neededIf(true, expected).onlyIf(passes, expected);
    }

    /** Returns the key with the function's result as its value; an absent value stays absent. */
    public <U> Given<U> map(Function<T, U> function) {
        return new Given<>(key, value.map(function));
    }

    /** Returns the value, or the default of an absent key. */
    public T or(T byDefault) {
        return value.orElse(byDefault);
    }

    private ConfigException refused(String expected) {
        return ConfigException.invalid(key, value.map(Given::shown).orElse(null), expected);
    }

    /** Returns a value as a file has it. */
    private static Object shown(Object value) {
        if (value instanceof Duration duration) {
            return Quantities.text(duration);
        }
        return value instanceof Enum<?> constant ? Enums.text(constant) : value;
    }
}
