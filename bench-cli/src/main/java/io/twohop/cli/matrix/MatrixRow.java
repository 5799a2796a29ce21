package io.twohop.cli.matrix;

import io.twohop.launch.CellRun;
import io.twohop.result.BenchmarkResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a matrix: a row of {@code summary.csv}.
 *
 * @param values texts by {@link MatrixColumns column}; null or absent if not measured
 */
public record MatrixRow(Map<String, String> values) {
    /** Creates the row of a run with a result. */
    public static MatrixRow of(CellRun run, BenchmarkResult result) {
        return of(new MatrixColumns.Source(run, Optional.of(result), ""));
    }

    /** Creates the row of a run that failed, or whose result could not be written. */
    public static MatrixRow failed(CellRun run, String reason) {
        return of(new MatrixColumns.Source(run, Optional.empty(), reason));
    }

    private static MatrixRow of(MatrixColumns.Source source) {
        Map<String, String> values = new LinkedHashMap<>();
        for (MatrixColumns.Column column : MatrixColumns.ALL) {
            column.value().apply(source).ifPresent(value -> values.put(column.name(), value.toString()));
        }
        return new MatrixRow(values);
    }

    Optional<String> text(String column) {
        return Optional.ofNullable(values.get(column));
    }

    Optional<Long> count(String column) {
        return text(column).map(Long::valueOf);
    }

    Optional<Double> number(String column) {
        return text(column).map(Double::valueOf);
    }

    String transport() {
        return values.get(MatrixColumns.TRANSPORT);
    }

    String run() {
        return values.get(MatrixColumns.RUN);
    }

    String verdict() {
        return values.get(MatrixColumns.VERDICT);
    }

    /** Returns whether the machine may have decided an end-to-end figure, such as {@code p99}. */
    boolean isDoubtful(String figure) {
        return untrusted().contains(figure);
    }

    /** Returns whether the machine may have decided any end-to-end figure. */
    boolean isDoubtful() {
        return !untrusted().isEmpty();
    }

    private List<String> untrusted() {
        return text(MatrixColumns.UNTRUSTED)
                .filter(names -> !names.isEmpty())
                .map(names -> List.of(names.split(" ")))
                .orElse(List.of());
    }

    boolean hasUsableFigures() {
        return !verdict().equals(MatrixColumns.FAILED) && !verdict().equals(MatrixColumns.INVALID);
    }

    /** Returns the name of the result's directory; empty if no result was written. */
    Optional<String> result() {
        return text(MatrixColumns.RESULT);
    }

    boolean hasFaults() {
        return text(MatrixColumns.PROMISED).isPresent();
    }

    /** Returns whether this is the row of a run, by its transport and cell. */
    public boolean isOf(CellRun other) {
        return other.transport().equals(transport()) && other.cell().toString().equals(run());
    }
}
