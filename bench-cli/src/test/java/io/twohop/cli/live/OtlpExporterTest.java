package io.twohop.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.twohop.config.ConfigException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpExporterTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            http://localhost:4318              | http://localhost:4318/v1/metrics
            https://otlp.example:443/          | https://otlp.example:443/v1/metrics
            http://localhost/own?token=secret  | http://localhost/own
            """)
    void shouldCompleteTheAddress(String url, String shown) {
        OtlpExporter exporter = OtlpExporter.to(url);

        assertThat(exporter.shown()).isEqualTo(shown);
        exporter.exporter().shutdown();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:4318", "ftp://x", "http://", "http://a b", "http://me:secret@host", "env"})
    void shouldRefuseWhatIsNoAddress(String url) {
        assertThatThrownBy(() -> OtlpExporter.to(url))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("--otlp: ")
                .hasMessageNotContaining("secret");
    }

    @Test
    void shouldRefuseAFileThatWouldReplaceTheOption() {
        assertThatThrownBy(() -> OtlpExporter.refuseConfigFile(Map.of("OTEL_CONFIG_FILE", "otel.yaml")::get))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("OTEL_CONFIG_FILE: otel.yaml (expected: no such file with --otlp");
        OtlpExporter.refuseConfigFile(Map.of("OTEL_CONFIG_FILE", "")::get);
        OtlpExporter.refuseConfigFile(Map.<String, String>of()::get);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | HTTP status 400
            401 | HTTP status 401, so set OTEL_EXPORTER_OTLP_HEADERS
            404 | HTTP status 404, so check the URL's path
            307 | HTTP status 307, so use the URL that it redirects to
            429 | HTTP status 429, so it is overloaded
            503 | HTTP status 503, so it is overloaded
            """)
    void shouldNameTheStatusOfARefusal(int status, String reason) throws Exception {
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        collector.start();
        OtlpExporter exporter =
                OtlpExporter.to("http://127.0.0.1:" + collector.getAddress().getPort());
        try {
            assertThat(reason(exporter)).isEqualTo(reason);
        } finally {
            exporter.exporter().shutdown();
            collector.stop(0);
        }
    }

    @Test
    void shouldTellAClosedPort() {
        OtlpExporter exporter = OtlpExporter.to("http://127.0.0.1:1");

        assertThat(reason(exporter)).isEqualTo("no connection");
        exporter.exporter().shutdown();
    }

    private static String reason(OtlpExporter exporter) {
        CompletableResultCode code = exporter.exporter().export(List.of()).join(30, TimeUnit.SECONDS);
        assertThat(code.isSuccess()).isFalse();
        return OtlpExporter.reason(code.getFailureThrowable());
    }
}
