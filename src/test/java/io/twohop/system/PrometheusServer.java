package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.programs.GoModule;
import io.twohop.programs.Pins;
import io.twohop.programs.Program;
import io.twohop.transport.kit.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A Prometheus on loopback that scrapes an address each second, and takes what is pushed by OTLP. */
final class PrometheusServer implements AutoCloseable {
    private static final String VERSION = "3.16.0";

    /** Without the clients of clouds, which take Go longer than everything else. */
    private static final Program PROGRAM = new Program(
            "prometheus",
            "TWOHOP_PROMETHEUS",
            VERSION,
            "3.8",
            List.of(new GoModule(
                    "github.com/prometheus/prometheus/cmd/prometheus@v0.316.0",
                    "-tags=remove_all_sd -ldflags=-X=github.com/prometheus/common/version.Version=" + VERSION,
                    Pins.NONE)));

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final Process process;

    /**
     * Ready once this returns.
     *
     * @param directory of its own
     * @param scraped a port of this machine
     */
    PrometheusServer(Path directory, int scraped) throws IOException {
        url = "http://127.0.0.1:" + FreePorts.take(1).get(0);
        Path settings = Files.writeString(directory.resolve("prometheus.yml"), """
                global: { scrape_interval: 1s }
                scrape_configs:
                  - job_name: bench
                    scrape_native_histograms: true
                    always_scrape_classic_histograms: true
                    static_configs: [{ targets: ["127.0.0.1:%d"] }]
                """.formatted(scraped));
        process = new ProcessBuilder(
                        PROGRAM.find("prometheus", null).toString(),
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + directory.resolve("data"),
                        "--web.listen-address=" + url.substring("http://".length()),
                        "--web.enable-otlp-receiver")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        await().atMost(START_LIMIT).ignoreExceptions().until(() -> {
            assertThat(process.isAlive()).isTrue();
            return get("/-/ready").statusCode() == 200;
        });
    }

    /** Returns the URL to push to. */
    String otlp() {
        return url + "/api/v1/otlp/v1/metrics";
    }

    /** The series that a query gives, each with {@code metric} and {@code value}. */
    JsonNode query(String query) throws IOException, InterruptedException {
        HttpResponse<String> answer = get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body()).at("/data/result");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
