package io.twohop.workload;

import java.lang.reflect.Type;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A key whose values may be several, one run each.
 *
 * @param <T> the type of all of them together
 * @param <V> the type of one
 */
public final class MatrixKey<T, V> extends Key<T> {
    private final Function<T, List<V>> choices;
    private final BiFunction<T, V, T> reduced;
    private final Function<V, String> label;

    /**
     * @param choices what varies from run to run; empty where nothing does
     * @param reduced all without what other runs have
     * @param label of one in a run's name; empty for what is as usual
     */
    MatrixKey(
            String name,
            Type type,
            T byDefault,
            Check<T> check,
            String help,
            Function<T, List<V>> choices,
            BiFunction<T, V, T> reduced,
            Function<V, String> label) {
        super(name, type, byDefault, check, help);
        this.choices = choices;
        this.reduced = reduced;
        this.label = label;
    }

    List<V> choices(Workload workload) {
        return choices.apply(workload.get(this));
    }

    /** The workload's values, without those of other cells than this one. */
    T reduced(Workload workload, Cell cell) {
        V one = cell.get(this);
        return one == null ? workload.get(this) : reduced.apply(workload.get(this), one);
    }

    /** Empty where the cell has no value, or the usual one. */
    String label(Cell cell) {
        V one = cell.get(this);
        return one == null ? "" : label.apply(one);
    }
}
