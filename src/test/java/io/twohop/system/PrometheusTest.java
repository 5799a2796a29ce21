package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.transport.kit.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Series of a real Prometheus, which scrapes one run and takes the push of another, against the runs' results. */
@Tag("prometheus")
@Timeout(600)
class PrometheusTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    void shouldHaveARunsLatenciesAndMessages() throws Exception {
        int port = FreePorts.take(1).get(0);
        try (PrometheusServer prometheus =
                new PrometheusServer(Files.createDirectory(directory.resolve("prometheus")), port)) {
            BenchProcess bench = BenchProcess.jar(
                    directory,
                    "-Dworkload=smoke.yaml",
                    "-Drate=1k",
                    "-Dwarmup=1s",
                    "-Dduration=6s",
                    "-Dfloor=0s",
                    "-Didle=park",
                    BenchProcess.FIRST_COMPILER,
                    BenchProcess.UNRECORDED,
                    "--prometheus",
                    ":" + port,
                    "--otlp",
                    prometheus.otlp(),
                    "loopback.yaml");

            bench.assertMeasured();
            assertThat(bench.err()).doesNotContain("--otlp:");
            JsonNode fork = bench.resultJson().at("/forks/0");
            JsonNode latency = fork.at("/probes/endToEnd");
            double median = latency.at("/percentilesNanos/p50").asDouble() / 1e9;

            // The last push has everything; the last scrape comes before the end, and may be the first.
            String pushed = "twohop_latency_seconds{twohop_phase=\"measure\",twohop_probe=\"endToEnd\"}";
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(value(prometheus, "histogram_count(last_over_time(" + pushed + "[5m]))"))
                                    .isEqualTo(latency.at("/count").asLong()));
            checkDashboard(prometheus);
            assertThat(value(prometheus, "histogram_quantile(0.5, last_over_time(" + pushed + "[5m]))"))
                    .isBetween(median / 1.1, median * 1.1);
            assertThat(value(
                            prometheus,
                            "sum(last_over_time(twohop_messages_completed_total{twohop_transport=\"loopback\"}[5m]))"))
                    .isEqualTo(fork.at("/accounting/received").asLong());

            String scraped = "twohop_latency_seconds{phase=\"measure\",probe=\"endToEnd\"}";
            assertThat(value(prometheus, "histogram_count(last_over_time(" + scraped + "[5m]))"))
                    .isBetween(1.0, latency.at("/count").asDouble());
            assertThat(value(prometheus, "histogram_quantile(0.5, last_over_time(" + scraped + "[5m]))"))
                    .isBetween(
                            latency.at("/minNanos").asDouble() / 1.1e9,
                            latency.at("/maxNanos").asDouble() * 1.1 / 1e9);
        }
    }

    /** Asks for everything that the dashboard draws, as Grafana would. */
    private static void checkDashboard(PrometheusServer prometheus) throws Exception {
        JsonNode dashboard = new ObjectMapper()
                .readTree(Path.of(System.getProperty("twohop.home"), "docs", "grafana.json")
                        .toFile());
        for (JsonNode panel : dashboard.at("/panels")) {
            for (JsonNode target : panel.at("/targets")) {
                String query = target.at("/expr").asText().replace("$run", ".+").replace("[10s]", "[5m]");
                assertThat(prometheus.query(query)).as(query).hasSize(1);
            }
        }
    }

    /** Returns the value of the only series in the answer. */
    private static double value(PrometheusServer prometheus, String query) throws Exception {
        JsonNode series = prometheus.query(query);
        assertThat(series).as(query).hasSize(1);
        return series.at("/0/value/1").asDouble();
    }
}
