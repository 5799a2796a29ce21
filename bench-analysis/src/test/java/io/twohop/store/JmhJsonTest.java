package io.twohop.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.account.Histograms;
import io.twohop.account.Throughput;
import io.twohop.account.Throughput.Part;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Environment;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.testing.model.ResultBuilder;
import io.twohop.workload.Probe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;

/** JMH has no reader of its own format: what was written is read into JMH's own model here, which then writes it anew. */
class JmhJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SplittableRandom random = new SplittableRandom(9);

    private Fork fork(int number, Throughput throughput) {
        Histogram latencies = Histograms.newHistogram();
        for (int i = 0; i < 20_000; i++) {
            latencies.recordValue((long) (2_000 * Math.exp(random.nextGaussian())));
        }
        Environment environment = new Environment(
                "17.0.1",
                "A VM 17",
                List.of("-Xmx1g"),
                List.of(),
                "Linux",
                "6",
                "cpu",
                2,
                1,
                "tsc",
                20,
                null,
                0,
                null,
                null);
        LatencySummary summary = LatencySummary.of(latencies);
        return new ForkBuilder(number)
                .startedAt(Instant.EPOCH)
                .rates(new Rates(1_000, 1_000, 1_000))
                .throughput(throughput)
                .probes(throughput == null ? Map.of(Probe.PUBLISH, summary, Probe.END_TO_END, summary) : Map.of())
                .environment(environment)
                .build();
    }

    private static BenchmarkResult result(List<Fork> forks, Throughput throughput) throws IOException {
        Histogram all = Histograms.newHistogram();
        forks.stream()
                .filter(fork -> throughput == null)
                .forEach(fork -> all.add(fork.probes().get(Probe.END_TO_END).histogram()));
        LatencySummary summary = LatencySummary.of(all);
        return new ResultBuilder()
                .workload("500kps")
                .transport("chronicle-async")
                .settings(
                        JSON.readTree(
                                "{\"rate\": [\"1k/s\"], \"size\": [{\"uniform\": [\"1KB\", \"2KB\"]}], \"producers\": [\"2\"], \"warmup\": \"3s\", \"duration\": \"5s\"}"))
                .throughput(throughput)
                .probes(Map.of(Probe.PUBLISH, summary, Probe.END_TO_END, summary))
                .forks(forks)
                .build();
    }

    @Test
    void shouldBeWhatJmhWritesOfTheSameSamples() throws Exception {
        JsonNode ours = JmhJson.of(result(List.of(fork(1, null), fork(2, null), fork(3, null)), null))
                .get(0);
        JsonNode theirs = throughJmh(ours, Mode.SampleTime);

        assertThat(names(ours)).isEqualTo(names(theirs));
        assertThat(names(ours.get("primaryMetric"))).isEqualTo(names(theirs.get("primaryMetric")));
        assertThat(ours.get("benchmark").asText()).isEqualTo("io.twohop.500kps.chronicle_async");
        assertThat(ours.get("mode")).isEqualTo(theirs.get("mode"));
        assertThat(ours.at("/params/size").asText()).isEqualTo("{uniform:[1KB,2KB]}");
        assertThat(ours.at("/primaryMetric/scoreUnit")).isEqualTo(theirs.at("/primaryMetric/scoreUnit"));
        assertThat(ours.at("/primaryMetric/score").asDouble())
                .isEqualTo(theirs.at("/primaryMetric/score").asDouble(), within(0.02));
        theirs.at("/primaryMetric/scorePercentiles").properties().forEach(percentile -> {
            double rank = Double.parseDouble(percentile.getKey());
            if (rank > 99.9 && rank < 100) {
                // A handful of samples lie beyond; JMH states a value between two of them.
                return;
            }
            double value = percentile.getValue().asDouble();
            assertThat(ours.at("/primaryMetric/scorePercentiles")
                            .get(percentile.getKey())
                            .asDouble())
                    .as("percentile " + percentile.getKey())
                    .isEqualTo(value, within(0.01 * value));
        });
        assertThat(ours.at("/primaryMetric/rawDataHistogram")).hasSize(3);
        assertThat(ours.at("/secondaryMetrics/publish/score").asDouble()).isPositive();
        // Two degrees of freedom, 99.9 %: 31.6 standard errors of the three forks' means.
        double error = ours.at("/primaryMetric/scoreError").asDouble();
        assertThat(error).isBetween(0.01, 2.0);
        double score = ours.at("/primaryMetric/score").asDouble();
        assertThat(ours.at("/primaryMetric/scoreConfidence/0").asDouble()).isEqualTo(score - error, within(1e-9));
        assertThat(ours.at("/primaryMetric/scoreConfidence/1").asDouble()).isEqualTo(score + error, within(1e-9));
    }

    @Test
    void shouldBeWhatJmhWritesOfTheSameThroughput() throws Exception {
        List<Fork> forks = new ArrayList<>();
        for (int number = 1; number <= 4; number++) {
            Part part = new Part(1_000L * number, 1_000, 2);
            forks.add(fork(number, new Throughput(part, part, part)));
        }
        Part sum = new Part(10_000, 4_000, 8);
        JsonNode ours = JmhJson.of(result(forks, new Throughput(sum, sum, sum))).get(0);
        JsonNode theirs = throughJmh(ours, Mode.Throughput);

        assertThat(names(ours.get("primaryMetric"))).isEqualTo(names(theirs.get("primaryMetric")));
        for (String name : List.of("score", "scoreError", "scoreConfidence", "scoreUnit", "rawData")) {
            JsonNode expected = theirs.get("primaryMetric").get(name);
            if (expected.isNumber()) {
                assertThat(ours.get("primaryMetric").get(name).asDouble())
                        .as(name)
                        .isEqualTo(expected.asDouble(), within(1e-6));
            } else if (!name.equals("scoreConfidence")) {
                assertThat(ours.get("primaryMetric").get(name)).as(name).isEqualTo(expected);
            }
        }
        assertThat(ours.at("/primaryMetric/score").asDouble()).isEqualTo(1_250);
    }

    @Test
    void shouldHaveNoErrorOfASingleForkAndNothingOfNone() throws Exception {
        JsonNode one = JmhJson.of(result(List.of(fork(1, null)), null)).get(0);

        assertThat(one.at("/primaryMetric/scoreError").asText()).isEqualTo("NaN");
        assertThat(JmhJson.of(result(List.of(), null))).isEmpty();
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        names.remove("jvmArgs");
        return names;
    }

    private static JsonNode throughJmh(JsonNode ours, Mode mode) throws IOException {
        IterationParams warmup = new IterationParams(
                IterationType.WARMUP,
                1,
                TimeValue.fromString(ours.get("warmupTime").asText()),
                1);
        IterationParams measurement = new IterationParams(
                IterationType.MEASUREMENT,
                1,
                TimeValue.fromString(ours.get("measurementTime").asText()),
                1);
        WorkloadParams params = new WorkloadParams();
        int index = 0;
        for (Map.Entry<String, JsonNode> param : ours.get("params").properties()) {
            params.put(param.getKey(), param.getValue().asText(), index++);
        }
        BenchmarkParams benchmark = new BenchmarkParams(
                ours.get("benchmark").asText(),
                ours.get("benchmark").asText(),
                false,
                ours.get("threads").asInt(),
                new int[] {1},
                List.of(),
                ours.get("forks").asInt(),
                0,
                warmup,
                measurement,
                mode,
                params,
                mode == Mode.SampleTime ? TimeUnit.MICROSECONDS : TimeUnit.SECONDS,
                1,
                ours.get("jvm").asText(),
                List.of(),
                ours.get("jdkVersion").asText(),
                ours.get("vmName").asText(),
                ours.get("vmVersion").asText(),
                ours.get("jmhVersion").asText(),
                TimeValue.seconds(1));
        List<org.openjdk.jmh.results.BenchmarkResult> forks = new ArrayList<>();
        for (int fork = 0; fork < ours.get("forks").asInt(); fork++) {
            IterationResult iteration = new IterationResult(benchmark, measurement, null);
            iteration.addResult(jmhResult(ours.get("primaryMetric"), fork, mode));
            forks.add(new org.openjdk.jmh.results.BenchmarkResult(benchmark, List.of(iteration)));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(out, true, StandardCharsets.UTF_8))
                .writeOut(List.of(new RunResult(benchmark, forks)));
        return JSON.readTree(out.toByteArray()).get(0);
    }

    private static Result<?> jmhResult(JsonNode metric, int fork, Mode mode) {
        if (mode == Mode.Throughput) {
            double perSecond = metric.at("/rawData/" + fork + "/0").asDouble();
            return new ThroughputResult(
                    ResultRole.PRIMARY, "run", perSecond, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS);
        }
        SampleBuffer samples = new SampleBuffer();
        for (JsonNode value : metric.at("/rawDataHistogram/" + fork + "/0")) {
            for (int i = 0; i < value.get(1).asInt(); i++) {
                samples.add(Math.round(1_000 * value.get(0).asDouble()));
            }
        }
        return new SampleTimeResult(ResultRole.PRIMARY, "run", samples, TimeUnit.MICROSECONDS);
    }
}
