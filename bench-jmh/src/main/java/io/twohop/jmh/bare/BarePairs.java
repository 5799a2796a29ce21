package io.twohop.jmh.bare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Results of a bare client and of TwoHop that were measured in turns. */
final class BarePairs {
    static final String HEADING = """
            | rate | pairs | bare p50 | TwoHop p50 | ratio | bare p99 | TwoHop p99 | ratio |
            |---|---|---|---|---|---|---|---|""";

    private record Pair(BareResult bare, BareResult twoHop) {}

    private final List<Pair> pairs = new ArrayList<>();

    /** Adds a pair, unless one of them is null: a run that did not hold its rate. */
    void add(BareResult bare, BareResult twoHop) {
        if (bare != null && twoHop != null) {
            pairs.add(new Pair(bare, twoHop));
        }
    }

    int size() {
        return pairs.size();
    }

    /** Returns a row of the table, latencies in us. */
    String latencies(String rate) {
        return "| " + rate + " | " + size() + figures(result -> result.p50Nanos() / 1e3)
                + figures(result -> result.p99Nanos() / 1e3) + " |";
    }

    /** Returns a row of the table: million messages per second in place of latencies. */
    String capacity() {
        return "| capacity, M/s | " + size() + figures(result -> result.perSecond() / 1e6) + " | | |" + " |";
    }

    private String figures(ToDoubleFunction<BareResult> figure) {
        return " | "
                + text(pairs.stream()
                        .mapToDouble(pair -> figure.applyAsDouble(pair.bare()))
                        .sorted()
                        .toArray())
                + " | "
                + text(pairs.stream()
                        .mapToDouble(pair -> figure.applyAsDouble(pair.twoHop()))
                        .sorted()
                        .toArray())
                + " | "
                + text(pairs.stream()
                        .mapToDouble(pair -> figure.applyAsDouble(pair.twoHop()) / figure.applyAsDouble(pair.bare()))
                        .sorted()
                        .toArray());
    }

    private static String text(double[] sorted) {
        if (sorted.length == 0) {
            return "refused";
        }
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return number(median) + " (" + number(sorted[0]) + " to " + number(sorted[sorted.length - 1]) + ")";
    }

    /** Returns three digits of a number. */
    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
    }
}
