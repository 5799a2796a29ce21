package io.twohop.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.config.Nanos;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Probe;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;

/** A run that is still being measured: its newest fork over time, and the curves of all its forks. Any thread. */
public final class LiveRun {
    /** Maximum number of rows in a chart. */
    private static final int MOST_ROWS = 240;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Seconds not yet added to the tree, each with its fork. */
    private final Queue<Second> unread = new ConcurrentLinkedQueue<>();

    private final ObjectNode tree = JsonNodeFactory.instance.objectNode();
    private final Map<Probe, Histogram> latencies = new EnumMap<>(Probe.class);
    private double measuredSeconds;
    private int shown;
    private ObjectNode fork;
    private OverTime time;
    private volatile int number;

    private record Second(int fork, Interval interval) {}

    LiveRun(String title) {
        tree.put("label", title).put("complete", true).put("phase", "starting");
        judge("Running", List.of("still being measured; the verdict follows at the end"));
        // Fields that the page's charts read, known only after the run.
        tree.putArray("published");
        tree.putArray("agents");
        tree.putArray("forks");
        tree.putObject("setting");
        tree.putObject("curves");
        tree.putObject("rates").put("offeredPerSecond", 0);
    }

    private void judge(String kind, List<String> reasons) {
        ArrayNode all = tree.putObject("verdict").put("kind", kind).putArray("reasons");
        reasons.forEach(all::add);
    }

    /** Starts the next fork; its seconds replace those of the fork before. */
    public void startFork() {
        number++;
    }

    /** Adds a second of the fork that started last. */
    public void add(Interval interval) {
        unread.add(new Second(number, interval));
    }

    void judged(BenchmarkResult result) {
        read();
        tree.put("complete", result.complete()).put("phase", "over");
        judge(result.verdict().kind(), result.verdict().reasons());
        LatencySummary latency = result.endToEnd();
        ObjectNode last = tree.putObject("final");
        last.put("seconds", measuredSeconds)
                .put("offeredPerSecond", result.rates().offeredPerSecond())
                .put("achievedPerSecond", result.rates().achievedPerSecond());
        ArrayNode nanos = last.putArray("nanos");
        for (String percentile : List.of("p50", "p99")) {
            nanos.add(latency.percentilesNanos().get(percentile));
        }
        nanos.add(latency.count() == 0 ? null : latency.maxNanos());
    }

    JsonNode tree() {
        read();
        return tree;
    }

    private void read() {
        for (Second next = unread.poll(); next != null; next = unread.poll()) {
            if (next.fork != shown || fork == null) {
                begin(next.fork);
            }
            show(next.interval);
        }
        ObjectNode curves = (ObjectNode) tree.get("curves");
        latencies.forEach((probe, sum) -> {
            ArrayNode curve = curves.putArray(probe.key());
            Percentage.curve(sum).forEach(curve::add);
        });
    }

    private void begin(int next) {
        shown = next;
        ArrayNode forks = tree.putArray("forks");
        fork = forks.addObject().put("number", next);
        fork.putArray("seconds");
        fork.putObject("events");
        time = new OverTime(1, fork);
    }

    private void show(Interval interval) {
        tree.put("phase", interval.phase().name().toLowerCase(Locale.ROOT));
        if (interval.due() > 0) {
            // Nothing is due in the drain and in the other run's turn; a rate of 0 would mean a closed loop.
            ((ObjectNode) tree.get("rates")).put("offeredPerSecond", interval.duePerSecond());
        }
        ((ArrayNode) fork.get("seconds"))
                .addArray()
                .add(interval.startNanos() / Nanos.PER_SECOND)
                .add(interval.endNanos() / Nanos.PER_SECOND)
                .add(interval.sent())
                .add(interval.completed())
                .add(interval.acknowledged())
                .add(interval.publishedBytes())
                .add(interval.arrivedBytes())
                .add(interval.countedNanos() / Nanos.PER_SECOND)
                .add(interval.due())
                .add(interval.phase().name().toLowerCase(Locale.ROOT));
        Histogram endToEnd = interval.histogram(Probe.END_TO_END);
        endToEnd.setStartTimeStamp(interval.startNanos() / NANOS_PER_MILLI);
        endToEnd.setEndTimeStamp(interval.endNanos() / NANOS_PER_MILLI);
        time.add(endToEnd);
        for (String rows : List.of("seconds", "time", "heat")) {
            ArrayNode all = (ArrayNode) fork.get(rows);
            if (all.size() > MOST_ROWS) {
                all.remove(0);
            }
        }
        if (interval.phase() == Phase.MEASURE) {
            measuredSeconds += (interval.endNanos() - interval.startNanos()) / Nanos.PER_SECOND;
            interval.latencies()
                    .keySet()
                    .forEach(probe -> latencies
                            .computeIfAbsent(probe, added -> Histograms.newHistogram())
                            .add(interval.histogram(probe)));
        }
    }
}
