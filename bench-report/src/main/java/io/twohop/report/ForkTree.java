package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.Nanos;
import io.twohop.result.Fork;
import io.twohop.store.StoredResult;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page's data on one fork: its part of {@code result.json}, and its files over time. */
final class ForkTree {
    /** Columns of {@code intervals.csv} that are sums. */
    private static final List<String> COUNTS =
            List.of("sent", "completed", "acknowledged", "publishedBytes", "arrivedBytes");

    /** Parts of a fork without a place on the page, or shown for all forks together. */
    private static final List<String> NOT_SHOWN =
            List.of("startedAt", "accounting", "probes", "subscribers", "trust", "tail", "slices", "parts");

    /** Parts of a tail that the page lists for all forks together. */
    private static final List<String> LISTED_ONCE = List.of("groups", "slowest");

    private static final int MOST_EVENTS = 150;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Path directory;
    private final int number;
    private final int most;
    private final ObjectNode tree;

    private ForkTree(Path directory, Fork fork, int most, ObjectNode tree) {
        this.directory = directory;
        this.number = fork.number();
        this.most = most;
        this.tree = tree;
    }

    /**
     * Fills a tree.
     *
     * @param most maximum number of rows of anything over time
     */
    static void put(Path directory, Fork fork, int most, ObjectNode tree) throws IOException {
        ForkTree made = new ForkTree(directory, fork, most, tree);
        tree.setAll(StoredResult.toTree(fork));
        tree.remove(NOT_SHOWN);
        fork.tail().map(StoredResult::toTree).ifPresent((ObjectNode tail) -> tree.setAll(tail.remove(LISTED_ONCE)));
        if (fork.probes().containsKey(Probe.END_TO_END)) {
            OverTime.put(made.log(Probe.END_TO_END), most, tree);
        }
        made.putRates();
        made.putEvents();
        made.putHeap();
    }

    private LatencyLog log(Probe probe) {
        return log(directory, number, probe);
    }

    static LatencyLog log(Path directory, int number, Probe probe) {
        return log(directory, number, probe, "");
    }

    /** @param suffix suffix of an agent's log; empty for that of all agents together */
    static LatencyLog log(Path directory, int number, Probe probe, String suffix) {
        return new LatencyLog(directory.resolve(probe.key() + "-fork" + number + suffix + ".hlog"));
    }

    /**
     * Puts {@code seconds}: rows of start and end in seconds, counts, the seconds over which they were counted, messages due, and the
     * phase. Warm-up is included, and no row spans two phases.
     */
    private void putRates() throws IOException {
        List<Map<String, String>> rows = ForkCsv.rows(directory.resolve("intervals.csv")).stream()
                .filter(row -> Integer.toString(number).equals(row.get("fork")))
                .toList();
        int together = Math.max(1, (rows.size() + most - 1) / most);
        ArrayNode rates = tree.putArray("seconds");
        for (int from = 0; from < rows.size(); ) {
            int to = from + 1;
            String phase = rows.get(from).get("phase");
            while (to < rows.size()
                    && to - from < together
                    && phase.equals(rows.get(to).get("phase"))) {
                to++;
            }
            ArrayNode rate = rates.addArray()
                    .add(ForkCsv.number(rows.get(from), "startSeconds"))
                    .add(ForkCsv.number(rows.get(to - 1), "endSeconds"));
            for (String count : COUNTS) {
                rate.add((long) rows.subList(from, to).stream()
                        .mapToDouble(row -> ForkCsv.number(row, count))
                        .sum());
            }
            rate.add(rows.subList(from, to).stream()
                    .mapToDouble(ForkTree::countedSeconds)
                    .sum());
            rate.add(due(rows.subList(from, to)));
            rate.add(phase);
            from = to;
        }
    }

    /** Returns null for results of earlier versions. */
    private static Long due(List<Map<String, String>> rows) {
        return rows.get(0).containsKey("due")
                ? (Long) (long) rows.stream()
                        .mapToDouble(row -> ForkCsv.number(row, "due"))
                        .sum()
                : null;
    }

    /** Returns the nominal length for results of earlier versions. */
    private static double countedSeconds(Map<String, String> row) {
        return row.containsKey("countedSeconds")
                ? ForkCsv.number(row, "countedSeconds")
                : ForkCsv.number(row, "endSeconds") - ForkCsv.number(row, "startSeconds");
    }

    /** Puts {@code events}: the longest of each name, as rows of start in seconds and length in nanoseconds. */
    private void putEvents() throws IOException {
        Map<String, List<double[]>> kinds = new LinkedHashMap<>();
        for (Map<String, String> row : ForkCsv.rows(directory.resolve("events-fork" + number + ".csv"))) {
            double start = ForkCsv.number(row, "startNanos");
            kinds.computeIfAbsent(row.get("what"), what -> new ArrayList<>())
                    .add(new double[] {start, ForkCsv.number(row, "endNanos") - start});
        }
        ObjectNode events = tree.putObject("events");
        kinds.forEach((what, all) -> {
            ArrayNode rows = events.putArray(what);
            all.stream()
                    .sorted((one, other) -> Double.compare(other[1], one[1]))
                    .limit(MOST_EVENTS)
                    .sorted((one, other) -> Double.compare(one[0], other[0]))
                    .forEach(event -> rows.addArray().add(seconds(event[0])).add((long) event[1]));
        });
    }

    /**
     * Puts {@code heap}, rows of time in seconds and bytes used, and {@code allocated}, rows of time and bytes allocated so far. If there
     * are too many rows of {@code heap}, the fullest and the emptiest of each stretch remain.
     */
    private void putHeap() throws IOException {
        List<Map<String, String>> rows = ForkCsv.rows(directory.resolve("heap-fork" + number + ".csv"));
        ArrayNode heap = tree.putArray("heap");
        Comparator<Map<String, String>> byUse = Comparator.comparingDouble(row -> ForkCsv.number(row, "usedBytes"));
        for (List<Map<String, String>> stretch : stretches(rows, most)) {
            Map<String, String> emptiest = Collections.min(stretch, byUse);
            Map<String, String> fullest = Collections.max(stretch, byUse);
            stretch.stream()
                    .filter(row -> row == emptiest || row == fullest)
                    .forEach(row -> heap.addArray()
                            .add(seconds(ForkCsv.number(row, "atNanos")))
                            .add((long) ForkCsv.number(row, "usedBytes")));
        }
        ArrayNode allocated = tree.putArray("allocated");
        List<Map<String, String>> counted = rows.stream()
                .filter(row -> !row.get("allocatedBytes").isEmpty())
                .toList();
        for (List<Map<String, String>> stretch : stretches(counted, most)) {
            Map<String, String> row = stretch.get(0);
            allocated.addArray().add(seconds(ForkCsv.number(row, "atNanos"))).add((long)
                    ForkCsv.number(row, "allocatedBytes"));
        }
    }

    private static <T> List<List<T>> stretches(List<T> rows, int most) {
        int together = Math.max(1, (rows.size() + most - 1) / most);
        List<List<T>> stretches = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += together) {
            stretches.add(rows.subList(from, Math.min(rows.size(), from + together)));
        }
        return stretches;
    }

    /** Rounds to microseconds: finer than a chart, and shorter than all digits. */
    private static double seconds(double nanos) {
        return Math.rint(nanos / NANOS_PER_MICRO) * NANOS_PER_MICRO / Nanos.PER_SECOND;
    }
}
