package io.twohop.workload;

import io.twohop.config.Rate;
import io.twohop.config.Size;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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

    /** The cross product of what a workload varies. */
    static List<Cell> of(Workload workload) {
        List<Cell> cells = List.of(EMPTY);
        for (MatrixKey<?, ?> key : Keys.MATRIX) {
            cells = cells.stream()
                    .flatMap(cell -> cell.each(key, key.choices(workload)).stream())
                    .toList();
        }
        return cells;
    }

    /** This cell with each value of a key; where there is none, this cell. */
    private List<Cell> each(MatrixKey<?, ?> key, List<?> choices) {
        List<Cell> cells = new ArrayList<>();
        for (Object choice : choices) {
            Map<MatrixKey<?, ?>, Object> more = new LinkedHashMap<>(values);
            more.put(key, choice);
            cells.add(new Cell(more));
        }
        return cells.isEmpty() ? List.of(this) : cells;
    }

    /** Its value of a key; null where the workload has none. */
    @SuppressWarnings("unchecked")
    public <V> V get(MatrixKey<?, V> key) {
        return (V) values.get(key);
    }

    /** Messages offered per second; 0 in a closed loop, which offers what the transport takes. */
    public double ratePerSecond() {
        Rate rate = get(Keys.RATE);
        return rate == null ? 0 : rate.perSecond();
    }

    /** Payload bytes; 0 for the workload's event. */
    public int payloadBytes() {
        Size size = get(Keys.SIZE);
        return size == null ? 0 : size.bytes();
    }

    /** Over how many topics each hop's messages are spread. */
    public int topics() {
        return get(Keys.TOPICS);
    }

    /** Threads that publish. */
    public int producers() {
        return get(Keys.PRODUCERS);
    }

    /** How many receivers get every message of the last hop. */
    public int subscribers() {
        Integer subscribers = get(Keys.SUBSCRIBERS);
        return subscribers == null ? 1 : subscribers;
    }

    /** The name of its scenario, where the workload has several; else null. */
    public String faults() {
        return get(Keys.FAULTS);
    }

    /** What the workload sets of the transport's layout; the rest is the transport file's. */
    public Map<Dimension, Integer> dimensions() {
        Map<Dimension, Integer> dimensions = new EnumMap<>(Dimension.class);
        Keys.DIMENSIONS.forEach((dimension, key) -> {
            if (get(key) != null) {
                dimensions.put(dimension, get(key));
            }
        });
        return dimensions;
    }

    /** Such as {@code 100k/s} or {@code 100k/s, 1KiB, 10 topics}; what is as usual is left out. */
    @Override
    public String toString() {
        String labels = Keys.ALL.stream()
                .filter(MatrixKey.class::isInstance)
                .map(key -> ((MatrixKey<?, ?>) key).label(this))
                .filter(label -> !label.isEmpty())
                .collect(Collectors.joining(", "));
        return get(Keys.RATE) != null ? labels : labels.isEmpty() ? "closed loop" : "closed loop, " + labels;
    }
}
