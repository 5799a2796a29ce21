package io.twohop.workload;

import java.lang.reflect.Type;
import java.util.Optional;

/**
 * A key of a workload: a row of {@link Keys}. Immutable.
 *
 * @param <T> the type of the key's values
 */
public class Key<T> {
    /** Refuses a value with {@link io.twohop.config.ConfigException}, or returns the value to keep. */
    interface Check<T> {
        T check(String key, T value);
    }

    private final String name;
    private final Type type;
    private final T byDefault;
    private final Check<T> check;
    private final String help;

    /**
     * @param type the type that a value in a file is bound to
     * @param byDefault {@code null} if the key may be absent, or other keys decide
     * @param help meaning, unit, range, and default, in a line
     */
    Key(String name, Type type, T byDefault, Check<T> check, String help) {
        this.name = name;
        this.type = type;
        this.byDefault = byDefault;
        this.check = check;
        this.help = help;
    }

    public final String name() {
        return name;
    }

    /** Returns meaning, unit, range, and default, in a line. */
    public final String help() {
        return help;
    }

    public final Type type() {
        return type;
    }

    /**
     * Returns the given value, or the default; empty without either.
     *
     * @param given {@code null} for an absent key
     */
    final Optional<T> complete(T given) {
        return Optional.ofNullable(given)
                .or(() -> Optional.ofNullable(byDefault))
                .map(this::check);
    }

    /** Returns the value to keep, and refuses {@code null} for a required key. */
    final T check(T value) {
        return check.check(name, value);
    }

    @Override
    public final String toString() {
        return name;
    }
}
