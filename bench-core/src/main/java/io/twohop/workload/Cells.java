package io.twohop.workload;

import io.twohop.config.Rate;
import io.twohop.config.Size;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The cross product of what a workload varies. */
final class Cells {
    private Cells() {}

    static List<Cell> of(Workload workload) {
        List<Cell> cells = List.of(new Cell(null, null, 1, 1, null, Map.of()));
        cells = vary(cells, workload.rates(), (cell, rate) -> cell(rate, cell.size(), cell, cell.topics()));
        cells = vary(cells, workload.topics(), (cell, topics) -> cell(cell.rate(), cell.size(), cell, topics));
        cells = vary(
                cells,
                workload.producers(),
                (cell, producers) ->
                        new Cell(cell.rate(), cell.size(), cell.topics(), producers, cell.faults(), cell.dimensions()));
        cells = vary(cells, Dimension.PARTITIONS, workload.partitions());
        cells = vary(cells, Dimension.CONSUMERS, workload.consumers());
        cells = vary(cells, Dimension.REPLICATION, workload.replication());
        cells = vary(cells, workload.sizes(), (cell, size) -> cell(cell.rate(), size, cell, cell.topics()));
        List<String> scenarios =
                workload.faults().size() > 1 ? List.copyOf(workload.faults().keySet()) : List.of();
        return vary(
                cells,
                scenarios,
                (cell, faults) ->
                        new Cell(cell.rate(), cell.size(), cell.topics(), cell.producers(), faults, cell.dimensions()));
    }

    private static Cell cell(Rate rate, Size size, Cell rest, int topics) {
        return new Cell(rate, size, topics, rest.producers(), rest.faults(), rest.dimensions());
    }

    private static List<Cell> vary(List<Cell> cells, Dimension dimension, List<Integer> values) {
        return vary(cells, values, (cell, value) -> {
            Map<Dimension, Integer> dimensions = new EnumMap<>(Dimension.class);
            dimensions.putAll(cell.dimensions());
            dimensions.put(dimension, value);
            return new Cell(cell.rate(), cell.size(), cell.topics(), cell.producers(), cell.faults(), dimensions);
        });
    }

    /** Each cell with each value; what has none stays as it is. */
    private static <T> List<Cell> vary(List<Cell> cells, List<T> values, BiFunction<Cell, T, Cell> with) {
        if (values.isEmpty()) {
            return cells;
        }
        List<Cell> all = new ArrayList<>();
        for (Cell cell : cells) {
            values.forEach(value -> all.add(with.apply(cell, value)));
        }
        return all;
    }
}
