package io.twohop.workload;

import io.twohop.config.Given;
import io.twohop.config.Rate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of a workload's matrix.
 *
 * @param values one for each matrix key that the workload has values for
 */
public record Cell(Map<MatrixKey<?, ?>, Object> values) {
    private static final Cell EMPTY = new Cell(Map.of());

    public Cell {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns the cross product of a workload's lists. */
    static List<Cell> of(Workload workload) {
        List<Cell> cells = List.of(EMPTY);
        for (MatrixKey<?, ?> key : Keys.MATRIX) {
            cells = cells.stream()
                    .flatMap(cell -> cell.each(key, key.choices(workload)).stream())
                    .toList();
        }
        return cells;
    }

    /** Returns this cell with each value of a key; without values, this cell. */
    private List<Cell> each(MatrixKey<?, ?> key, List<?> choices) {
        List<Cell> cells = new ArrayList<>();
        for (Object choice : choices) {
            Map<MatrixKey<?, ?>, Object> more = new LinkedHashMap<>(values);
            more.put(key, choice);
            cells.add(new Cell(more));
        }
        return cells.isEmpty() ? List.of(this) : cells;
    }

    /** Returns the value of a key; {@code null} if the workload has none. */
    @SuppressWarnings("unchecked")
    public <V> V get(MatrixKey<?, V> key) {
        return (V) values.get(key);
    }

    /** Returns a key that the workload may have no value for, with its value. */
    <V> Given<V> given(MatrixKey<?, V> key) {
        return Given.of(key.name(), get(key));
    }

    /** Returns the offered rate in messages per second; 0 in a closed loop. */
    public double ratePerSecond() {
        return given(Keys.RATE).map(Rate::perSecond).or(0.0);
    }

    /** Returns the mean payload size in bytes, rounded up; 0 for the workload's event. */
    public int payloadBytes() {
        return given(Keys.SIZE).map(PayloadSize::meanBytes).or(0);
    }

    public int topics() {
        return get(Keys.TOPICS);
    }

    public int producers() {
        return get(Keys.PRODUCERS);
    }

    /** Returns the number of receivers that get every message of the last hop. */
    public int subscribers() {
        return given(Keys.SUBSCRIBERS).or(1);
    }

    /** Returns the name of the cell's faults; {@code null} unless the workload has several lists of faults. */
    public String faults() {
        return get(Keys.FAULTS);
    }

    /** Returns the dimensions of the transport's layout that the workload sets; the transport file sets the others. */
    public Map<Dimension, Integer> dimensions() {
        Map<Dimension, Integer> dimensions = new EnumMap<>(Dimension.class);
        Keys.DIMENSIONS.forEach((dimension, key) -> {
            if (given(key).isPresent()) {
                dimensions.put(dimension, get(key));
            }
        });
        return dimensions;
    }

    /** Returns a text such as {@code 100k/s} or {@code 100k/s, 1KiB, 10 topics}, without the usual values. */
    @Override
    public String toString() {
        Stream<String> labels =
                Keys.ALL.stream().filter(MatrixKey.class::isInstance).map(key -> ((MatrixKey<?, ?>) key).label(this));
        return Stream.concat(Stream.of(given(Keys.RATE).isPresent() ? "" : "closed loop"), labels)
                .filter(label -> !label.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
