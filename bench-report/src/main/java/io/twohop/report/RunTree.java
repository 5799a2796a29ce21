package io.twohop.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.Histograms;
import io.twohop.account.ThreadLayout;
import io.twohop.compare.ForkSetting;
import io.twohop.config.LimitedFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Tail;
import io.twohop.stats.ConfidenceInterval;
import io.twohop.stats.MeanPrecision;
import io.twohop.store.StoredResult;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The page's data on one run: its {@code result.json} without the long parts, with curves and events over time. */
final class RunTree {
    /** Maximum number of rows of anything over time, all forks together. */
    private static final int MOST_ROWS = 240;

    private static final int FEWEST_ROWS = 30;
    private static final int SLOWEST = 100;

    /** Parts of a result without a place on the page, or too long for it. */
    private static final List<String> NOT_SHOWN = List.of(
            "schemaVersion", "transportSettings", "keys", "precision", "warmUp", "interleaved", "duet", "forks");

    private final Path directory;
    private final BenchmarkResult result;
    private final ObjectNode tree = JsonNodeFactory.instance.objectNode();

    private RunTree(Path directory) throws IOException {
        this.directory = directory;
        this.result = StoredResult.read(directory);
    }

    /**
     * Reads a result.
     *
     * @throws io.twohop.config.ConfigException if the directory has no complete result
     */
    static RunTree read(Path directory) throws IOException {
        RunTree run = new RunTree(directory);
        run.fill();
        return run;
    }

    Path directory() {
        return directory;
    }

    ObjectNode tree() {
        return tree;
    }

    /** Reads all forks' samples of a probe; empty if there are none. Kept for each of many runs, they would fill the heap. */
    Histogram latency(Probe probe) {
        Histogram sum = Histograms.newHistogram();
        result.forks().stream()
                .filter(fork -> fork.probes().containsKey(probe))
                .forEach(fork ->
                        sum.add(ForkTree.log(directory, fork.number(), probe).sum()));
        return sum;
    }

    /** Returns the figures of a probe that the machine may have decided. */
    Doubts doubts(Probe probe) {
        return Doubts.of(result.trust(), probe);
    }

    private void fill() throws IOException {
        tree.setAll(StoredResult.toTree(result));
        tree.remove(NOT_SHOWN);
        tree.put("workloadYaml", text("workload.yaml"));
        tree.put("transportYaml", text("transport.yaml"));
        ObjectNode setting = tree.putObject("setting");
        ForkSetting.ofBothSides(result).forEach(setting::put);
        ObjectNode curves = tree.putObject("curves");
        ObjectNode doubtful = tree.putObject("doubtful");
        for (Probe probe : probes()) {
            Percentage.curve(latency(probe)).forEach(curves.putArray(probe.key())::add);
            putDoubtful(probe, doubtful.putArray(probe.key()));
        }
        putTried();
        putThreads();
        ArrayNode forks = tree.putArray("forks");
        int count = Math.max(1, result.forks().size());
        for (Fork fork : result.forks()) {
            ForkTree.put(directory, fork, Math.max(FEWEST_ROWS, MOST_ROWS / count), forks.addObject());
        }
        AgentTrees.put(directory, result.forks(), tree.putArray("agents"));
        putSlowest();
        putFigures();
    }

    /** Adds {@code flames}, which reads all flight recordings. */
    void putFlames() throws IOException {
        Flames.put(directory, result, tree.putObject("flames"));
    }

    private String text(String file) throws IOException {
        Path path = directory.resolve(file);
        return Files.exists(path) ? LimitedFile.text(path) : "";
    }

    /** Adds {@code tried} to a search: rows of rate, trials that met the objective, and trials that count. */
    private void putTried() {
        result.search().ifPresent(search -> {
            ArrayNode rows = tree.withObject("search").putArray("tried");
            search.tried()
                    .forEach((rate, count) ->
                            rows.addArray().add(rate).add(count.met()).add(count.of()));
        });
    }

    /** Puts {@code threads}: the roles that share a thread in the first started fork; absent if no fork started. */
    private void putThreads() {
        result.forks().stream()
                .flatMap(fork -> Stream.ofNullable(fork.layout()))
                .filter(layout -> !layout.threads().isEmpty())
                .findFirst()
                .ifPresent(layout -> tree.put("threads", ThreadLayout.inWords(layout.threads())));
    }

    private Set<Probe> probes() {
        Set<Probe> probes = EnumSet.noneOf(Probe.class);
        result.forks().forEach(fork -> probes.addAll(fork.probes().keySet()));
        return probes;
    }

    /** Adds the places of a probe's curve, from 0, that the machine may have decided. */
    private void putDoubtful(Probe probe, ArrayNode places) {
        Doubts doubts = doubts(probe);
        for (int i = 0; i < Percentage.axis().size(); i++) {
            if (doubts.isAt(Percentage.at(Percentage.axis().get(i)))) {
                places.add(i);
            }
        }
    }

    /** Puts {@code slowest}: rows of fork, intended time, nanoseconds to the service or null, nanoseconds to the sink, cause. */
    private void putSlowest() {
        record Slow(int fork, Tail.Slowest message) {}
        List<Slow> all = new ArrayList<>();
        for (Fork fork : result.forks()) {
            fork.tail().stream()
                    .flatMap(tail -> tail.slowest().stream())
                    .forEach(message -> all.add(new Slow(fork.number(), message)));
        }
        all.sort(Comparator.comparingLong((Slow slow) -> -slow.message().endToEndNanos()));
        ArrayNode rows = tree.putArray("slowest");
        all.stream()
                .limit(SLOWEST)
                .forEach(slow -> rows.addArray()
                        .add(slow.fork())
                        .add(slow.message().intendedNanos())
                        .add(slow.message().toServiceNanos())
                        .add(slow.message().endToEndNanos())
                        .add(slow.message().cause()));
    }

    /** Puts {@code figures}: by metric, each fork's value, and for two or more forks the interval of the mean. */
    private void putFigures() {
        ObjectNode figures = tree.putObject("figures");
        for (Figures figure : Figures.values()) {
            double[] values = figure.of(result.forks());
            if (values.length == 0) {
                continue;
            }
            ObjectNode one = figures.putObject(figure.metric());
            ArrayNode forks = one.putArray("forks");
            for (double value : values) {
                forks.add(value);
            }
            if (values.length > 1) {
                ConfidenceInterval interval = MeanPrecision.interval(values);
                one.put("low", interval.low()).put("high", interval.high());
            }
        }
    }
}
