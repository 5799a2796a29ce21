package io.twohop.testing.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.twohop.account.Accounting;
import io.twohop.account.Histograms;
import io.twohop.account.Throughput;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Severity;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Chosen;
import io.twohop.result.Delays;
import io.twohop.result.Figures;
import io.twohop.result.Floor;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.Run;
import io.twohop.result.Search;
import io.twohop.result.Subject;
import io.twohop.result.Trust;
import io.twohop.result.Turns;
import io.twohop.result.Verdict;
import io.twohop.result.Yardsticks;
import io.twohop.workload.Probe;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Builds a {@link BenchmarkResult}: a sound run of Chronicle at 1,000/s, except for the parts that a test sets. */
public final class ResultBuilder {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private Verdict verdict = new Verdict.Met();
    private String transport = "chronicle";
    private String workload = "100kps";
    private int payloadBytes;
    private JsonNode settings = JsonNodeFactory.instance.objectNode();
    private Rates rates = new Rates(1_000, 1_000, 1_000);
    private Throughput throughput;
    private Search search;
    private Accounting accounting;
    private Map<Probe, LatencySummary> probes = Map.of(Probe.END_TO_END, latencies());
    private Trust trust;
    private Floor floor;
    private List<Finding> warnings = List.of();
    private List<Fork> forks = List.of();

    /** 10,000 messages: 100 us each, but 150 of 1 ms, and the last hundred from 1 to 100 ms. */
    public static LatencySummary latencies() {
        Histogram histogram = Histograms.newHistogram();
        histogram.recordValueWithCount(100 * MICRO, 9_750);
        histogram.recordValueWithCount(MILLI, 150);
        for (int i = 1; i <= 100; i++) {
            histogram.recordValue(i * MILLI);
        }
        return LatencySummary.of(histogram);
    }

    /** Trust in {@link #latencies} of which the machine delayed some by up to 60 ms. */
    public static Trust delayed(double messages) {
        return Trust.of(
                new Delays(List.of(new Delays.Delay(60 * MILLI, messages, "no core left for service-0"))),
                Map.of(Probe.END_TO_END, latencies()));
    }

    /** Returns findings of these texts, to make a verdict of. */
    public static List<Finding> reasons(String... texts) {
        return Stream.of(texts)
                .map(text -> new Finding(Kind.RATE, Severity.INVALID, text, ""))
                .toList();
    }

    public ResultBuilder verdict(Verdict verdict) {
        this.verdict = verdict;
        return this;
    }

    public ResultBuilder transport(String transport) {
        this.transport = transport;
        return this;
    }

    public ResultBuilder workload(String workload) {
        this.workload = workload;
        return this;
    }

    public ResultBuilder payloadBytes(int payloadBytes) {
        this.payloadBytes = payloadBytes;
        return this;
    }

    public ResultBuilder settings(JsonNode settings) {
        this.settings = settings;
        return this;
    }

    public ResultBuilder rates(Rates rates) {
        this.rates = rates;
        return this;
    }

    public ResultBuilder throughput(Throughput throughput) {
        this.throughput = throughput;
        return this;
    }

    public ResultBuilder search(Search search) {
        this.search = search;
        return this;
    }

    public ResultBuilder accounting(Accounting accounting) {
        this.accounting = accounting;
        return this;
    }

    public ResultBuilder probes(Map<Probe, LatencySummary> probes) {
        this.probes = probes;
        return this;
    }

    public ResultBuilder trust(Trust trust) {
        this.trust = trust;
        return this;
    }

    public ResultBuilder floor(Floor floor) {
        this.floor = floor;
        return this;
    }

    public ResultBuilder warnings(List<Finding> warnings) {
        this.warnings = warnings;
        return this;
    }

    public ResultBuilder forks(List<Fork> forks) {
        this.forks = forks;
        return this;
    }

    public BenchmarkResult build() {
        return new BenchmarkResult(
                new Run("name", Instant.EPOCH, true, "unknown", Path.of("results", "name")),
                verdict,
                new Subject(
                        workload, settings, transport, JsonNodeFactory.instance.objectNode(), payloadBytes, null, null),
                new Figures(rates, throughput, accounting, probes, List.of(), trust),
                new Chosen(search, null, null),
                Turns.NONE,
                new Yardsticks(List.of(), floor),
                warnings,
                forks);
    }
}
