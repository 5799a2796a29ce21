package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exported metrics of a run, read by OpenTelemetry's own classes, against the run's result. */
@Timeout(360)
class ExportCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern PAGE = Pattern.compile("(?m)^prometheus: (http://127\\.0\\.0\\.1:\\d+/metrics)$");

    /** The relative width of a bucket. */
    private static final double BUCKET = Math.pow(2, 1.0 / 16) - 1;

    @TempDir
    Path directory;

    private static String[] arguments(String... more) {
        return BenchProcess.with(
                List.of(
                        "-Dworkload=smoke.yaml",
                        "-Drate=1k",
                        "-Dwarmup=1s",
                        "-Dfloor=0s",
                        "-Didle=park",
                        BenchProcess.BYTES,
                        "loopback.yaml"),
                more);
    }

    private static String metrics(BenchCall bench) throws Exception {
        await().atMost(PATIENCE).until(() -> PAGE.matcher(bench.err()).find());
        Matcher matcher = PAGE.matcher(bench.err());
        assertThat(matcher.find()).isTrue();
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(matcher.group(1))).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void shouldPushWhatTheResultHas() throws Exception {
        List<ExportMetricsServiceRequest> requests = Collections.synchronizedList(new ArrayList<>());
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            requests.add(ExportMetricsServiceRequest.parseFrom(
                    exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try {
            // More than a thread can do, so that many messages arrive after the window.
            BenchCall bench = BenchCall.here(
                    directory,
                    arguments(
                            "-Dservice={name: busy, work: 1200us}",
                            "--otlp",
                            "http://127.0.0.1:" + collector.getAddress().getPort()));
            bench.assertMeasured();
            JsonNode fork = bench.resultJson().at("/forks/0");

            // On a busy machine some are late, and the next has what they had.
            assertThat(requests).as(bench.err()).isNotEmpty();
            List<Metric> last = requests.get(requests.size() - 1)
                    .getResourceMetrics(0)
                    .getScopeMetrics(0)
                    .getMetricsList();
            Map<String, Metric> byName = last.stream().collect(Collectors.toMap(Metric::getName, metric -> metric));
            assertThat(byName.get("twohop.messages.due").getSum().getIsMonotonic())
                    .isTrue();
            assertThat(sum(byName.get("twohop.messages.due"), "measure")).isEqualTo(2_000);
            assertThat(sum(byName.get("twohop.messages.sent"), ""))
                    .isEqualTo(fork.at("/accounting/sent").asLong());
            assertThat(sum(byName.get("twohop.messages.completed"), ""))
                    .isEqualTo(fork.at("/accounting/received").asLong());
            assertThat(sum(byName.get("twohop.messages.completed"), "drain")).isPositive();
            ExponentialHistogramDataPoint endToEnd = endToEnd(byName.get("twohop.latency"));
            assertThat(endToEnd.getCount())
                    .isEqualTo(fork.at("/probes/endToEnd/count").asLong());
            assertThat(byName.get("twohop.latency").getUnit()).isEqualTo("s");
            assertThat(byName.get("twohop.latency").getExponentialHistogram().getAggregationTemporality())
                    .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
            assertThat(attributes(endToEnd.getAttributesList()))
                    .containsEntry("twohop.run", "loopback smoke 1k/s, 64B")
                    .containsEntry("twohop.workload", "smoke")
                    .containsEntry("twohop.transport", "loopback")
                    .containsEntry("twohop.fork", "1");
            assertThat(endToEnd.getTimeUnixNano()).isGreaterThan(endToEnd.getStartTimeUnixNano());
            for (double percentile : new double[] {50, 99}) {
                double exact = fork.at("/probes/endToEnd/percentilesNanos/p" + (int) percentile)
                                .asDouble()
                        / 1e9;
                assertThat(upperBound(endToEnd, percentile) / exact)
                        .as("p" + percentile)
                        .isCloseTo(1 + BUCKET / 2, within(BUCKET));
            }
        } finally {
            collector.stop(0);
        }
    }

    @Test
    void shouldTakeTheCollectorAndItsHeadersFromTheEnvironment() throws Exception {
        List<String> asked = Collections.synchronizedList(new ArrayList<>());
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        collector.start();
        try {
            String url = "http://127.0.0.1:" + collector.getAddress().getPort();
            BenchProcess bench = BenchProcess.jarWithEnvironment(
                    directory,
                    List.of(
                            "OTEL_EXPORTER_OTLP_ENDPOINT=" + url,
                            "OTEL_EXPORTER_OTLP_HEADERS=authorization=Basic%20bWU6bWluZQ%3D%3D",
                            "OTEL_METRICS_EXPORTER=none"),
                    List.of(),
                    arguments("--otlp", "env"));

            // Whether a busy machine held the rate does not matter here.
            bench.exitCode();
            assertThat(asked).isNotEmpty().containsOnly("/v1/metrics Basic bWU6bWluZQ==");
            assertThat(bench.err())
                    .contains("bench: --otlp: " + url + "/v1/metrics: ")
                    .contains("HTTP status 404, so check the URL's path");
        } finally {
            collector.stop(0);
        }
    }

    @Test
    void shouldNameTheVariablesThatOpenTelemetryRefuses() throws Exception {
        BenchProcess bench = BenchProcess.jarWithEnvironment(
                directory,
                List.of(
                        "OTEL_EXPORTER_OTLP_TIMEOUT=abc",
                        "OTEL_EXPORTER_OTLP_HEADERS=authorization=Basic%20bWU6bWluZQ"),
                List.of(),
                arguments("--otlp", "http://127.0.0.1:1"));

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err())
                .contains("bench: OTEL_* variables: refused (expected: values that OpenTelemetry takes; ")
                .contains("otel.exporter.otlp.timeout=abc")
                .doesNotContain("bWU6bWluZQ", "127.0.0.1");
    }

    private static long sum(Metric metric, String phase) {
        return metric.getSum().getDataPointsList().stream()
                .filter(point -> attributes(point.getAttributesList())
                        .get("twohop.phase")
                        .contains(phase))
                .mapToLong(NumberDataPoint::getAsInt)
                .sum();
    }

    private static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey, attribute -> attribute.getValue().getStringValue()));
    }

    private static ExponentialHistogramDataPoint endToEnd(Metric metric) {
        return metric.getExponentialHistogram().getDataPointsList().stream()
                .filter(point -> attributes(point.getAttributesList())
                        .get("twohop.probe")
                        .equals("endToEnd"))
                .filter(point -> attributes(point.getAttributesList())
                        .get("twohop.phase")
                        .equals("measure"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the upper bound of the bucket of a percentile, as the standard defines it. */
    private static double upperBound(ExponentialHistogramDataPoint point, double percentile) {
        double base = Math.pow(2, Math.pow(2, -point.getScale()));
        long below = point.getZeroCount();
        for (int i = 0; i < point.getPositive().getBucketCountsCount(); i++) {
            below += point.getPositive().getBucketCounts(i);
            if (below >= percentile / 100 * point.getCount()) {
                return Math.pow(base, point.getPositive().getOffset() + i + 1);
            }
        }
        throw new AssertionError("no " + percentile);
    }

    private static void assertServesPrometheus(BenchCall bench) throws Exception {
        await().atMost(PATIENCE)
                .until(() -> metrics(bench).contains("twohop_messages_due_total{fork=\"1\",phase=\"measure\""));
        String metrics = metrics(bench);

        assertThat(metrics)
                .contains("# TYPE twohop_latency_seconds histogram")
                .contains("# TYPE twohop_messages_completed_total counter")
                .contains("twohop_messages_sent_total{fork=\"1\",phase=\"warmup\",run=\"loopback smoke 1k/s, 64B\","
                        + "transport=\"loopback\",workload=\"smoke\"} ");
    }

    @Test
    void shouldServePrometheusAndSayThatAnEndpointNeverAnswered() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + silent.getLocalPort() + "/push";
            BenchCall bench =
                    BenchCall.begunHere(directory, arguments("-Dduration=4s", "--prometheus", ":0", "--otlp", url));
            assertServesPrometheus(bench);

            bench.assertMeasured();
            assertThat(bench.err())
                    .containsPattern("bench: --otlp: " + url + ": .*; the run itself was not touched")
                    .doesNotContain("SEVERE", "Exception");
            assertThat(bench.resultJson().at("/complete").asBoolean()).isTrue();
        }
    }

    @Test
    void shouldKeepAQueryToItself() throws Exception {
        ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        String url = "http://127.0.0.1:" + closed.getLocalPort();
        closed.close();
        BenchCall bench = BenchCall.here(directory, arguments("--otlp", url + "?token=secret"));

        bench.assertMeasured();
        assertThat(bench.err())
                .containsPattern("bench: --otlp: " + url + "/v1/metrics: .*, the last: no connection; the run itself")
                .doesNotContain("secret");
    }

    @Test
    void shouldRefuseAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            BenchCall bench = BenchCall.of(directory, arguments("--prometheus", ":" + taken.getLocalPort()));

            assertThat(bench.exitCode()).isEqualTo(2);
            assertThat(bench.err())
                    .contains("--prometheus: :" + taken.getLocalPort() + " (expected: a port of this machine, such as"
                            + " :9464, or an address, such as 0.0.0.0:9464, that is free; ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--prometheus, 9464",
        "--prometheus, :many",
        "--prometheus, :70000",
        "--otlp, localhost:4318",
        "--otlp, ftp://localhost",
        "--otlp, http://user:secret@localhost:4318",
    })
    void shouldRefuseWhatIsNoAddress(String option, String value) throws Exception {
        BenchCall bench = BenchCall.of(directory, arguments(option, value));

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err())
                .contains(option + ": ")
                .contains("(expected: a ")
                .doesNotContain("secret@");
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
