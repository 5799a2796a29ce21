package io.twohop.workload;

import java.lang.reflect.Type;

/**
 * A key of a workload: a row of {@link Keys}. Immutable; the row is what there is to know of the key.
 *
 * @param <T> the type of its values
 */
public class Key<T> {
    /** Refuses a value with {@link io.twohop.config.ConfigException}, or returns it as it is kept. */
    interface Check<T> {
        T check(String key, T value);
    }

    private final String name;
    private final Type type;
    private final T byDefault;
    private final Check<T> check;
    private final String help;

    /**
     * @param type that a value in a file is bound to
     * @param byDefault null where the key may be absent, or other keys decide
     * @param help what it is, its unit, range and default, in a line
     */
    Key(String name, Type type, T byDefault, Check<T> check, String help) {
        this.name = name;
        this.type = type;
        this.byDefault = byDefault;
        this.check = check;
        this.help = help;
    }

    /** As it is written in a file. */
    public final String name() {
        return name;
    }

    /** What it is, its unit, range and default, in a line. */
    public final String help() {
        return help;
    }

    /** What a value in a file is bound to. */
    public final Type type() {
        return type;
    }

    /** A value that was given, or the default; null where there is neither. */
    final T complete(T given) {
        T value = given == null ? byDefault : given;
        return value == null ? null : check(value);
    }

    /** The value as it is kept; null is refused where the key is required. */
    final T check(T value) {
        return check.check(name, value);
    }

    @Override
    public final String toString() {
        return name;
    }
}
