package io.twohop.workload;

import java.lang.reflect.Type;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A key that may have several values, one run each.
 *
 * @param <T> the type of all values together
 * @param <V> the type of one value
 */
public final class MatrixKey<T, V> extends Key<T> {
    private final Variation<T, V> variation;

    /**
     * The runs that a key makes of its values.
     *
     * @param choices lists the values that vary from run to run; empty if nothing varies
     * @param reduced leaves out the values of all runs but one
     * @param label names a value in a run's name; empty for the usual value
     */
    record Variation<T, V>(Function<T, List<V>> choices, BiFunction<T, V, T> reduced, Function<V, String> label) {}

    MatrixKey(String name, Type type, T byDefault, Check<T> check, String help, Variation<T, V> variation) {
        super(name, type, byDefault, check, help);
        this.variation = variation;
    }

    List<V> choices(Workload workload) {
        return variation.choices.apply(workload.get(this));
    }

    /** Returns the workload's values without those of other cells. */
    T reduced(Workload workload, Cell cell) {
        return cell.given(this)
                .map(one -> variation.reduced.apply(workload.get(this), one))
                .or(workload.get(this));
    }

    /** Returns the label of a cell's value; empty if it has none, or the usual one. */
    String label(Cell cell) {
        return cell.given(this).map(variation.label).or("");
    }
}
