package io.twohop.cli;

import io.twohop.launch.CellRun;
import io.twohop.result.BenchmarkResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of a matrix: a row of {@code summary.csv}.
 *
 * @param values texts by {@link MatrixColumns column}; null or absent for what was not measured
 */
record MatrixRow(Map<String, String> values) {
    static MatrixRow of(CellRun run, BenchmarkResult result) {
        return of(new MatrixColumns.Source(run, result, null));
    }

    /** Of a run that could not be made or written. */
    static MatrixRow failed(CellRun run, String reason) {
        return of(new MatrixColumns.Source(run, null, reason));
    }

    private static MatrixRow of(MatrixColumns.Source source) {
        Map<String, String> values = new LinkedHashMap<>();
        for (MatrixColumns.Column column : MatrixColumns.ALL) {
            Object value = column.value().apply(source);
            values.put(column.name(), value == null ? null : value.toString());
        }
        return new MatrixRow(values);
    }

    /** Null where there is none, as of all numbers. */
    String text(String column) {
        return values.get(column);
    }

    Long count(String column) {
        String text = text(column);
        return text == null ? null : Long.valueOf(text);
    }

    Double number(String column) {
        String text = text(column);
        return text == null ? null : Double.valueOf(text);
    }

    String transport() {
        return text(MatrixColumns.TRANSPORT);
    }

    String run() {
        return text(MatrixColumns.RUN);
    }

    String verdict() {
        return text(MatrixColumns.VERDICT);
    }

    /** Returns whether the machine may have decided a figure end to end, such as {@code p99}. */
    boolean isDoubtful(String figure) {
        return untrusted().contains(figure);
    }

    /** Returns whether the machine may have decided any figure end to end. */
    boolean isDoubtful() {
        return !untrusted().isEmpty();
    }

    private List<String> untrusted() {
        String names = text(MatrixColumns.UNTRUSTED);
        return names == null || names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    boolean hasUsableFigures() {
        return !verdict().equals(MatrixColumns.FAILED) && !verdict().equals(MatrixColumns.INVALID);
    }

    /** The name of its result's directory; null where none could be written. */
    String result() {
        return text(MatrixColumns.RESULT);
    }

    boolean hasFaults() {
        return text(MatrixColumns.PROMISED) != null;
    }

    boolean isOf(CellRun other) {
        return other.transport().equals(transport()) && other.cell().toString().equals(run());
    }
}
