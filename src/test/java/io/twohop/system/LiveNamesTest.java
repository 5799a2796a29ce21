package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.browser.Browser;
import io.twohop.report.LiveRun;
import io.twohop.report.LiveRuns;
import io.twohop.workload.Probe;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** The live page with names that try to become part of it. */
@Timeout(180)
class LiveNamesTest {
    private static final long SECOND = 1_000_000_000;
    private static final int WIDE = 1_280;
    private static final List<String> NAMES = List.of(
            "<img src=x onerror=\"document.title='owned'\">",
            "</script><script>document.title='owned'</script>",
            "<!--<script>",
            "'\"`;document.title='owned';//",
            "{a|b}{value}\\u003c",
            "__proto__",
            "constructor",
            "\u202egnirts\u202c",
            "a".repeat(2_000));

    @TempDir
    Path directory;

    private static void measure(LiveRun run) {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(1_000, 2_000);
        run.startFork();
        for (int second = 0; second < 3; second++) {
            run.add(new Interval(
                    Phase.MEASURE,
                    second * SECOND,
                    (second + 1) * SECOND,
                    SECOND,
                    2_000,
                    2_000,
                    2_000,
                    0,
                    7,
                    6,
                    Map.of(Probe.END_TO_END, Histograms.encode(latencies, Histograms.newScratch()))));
        }
    }

    @Test
    void shouldShowHostileNamesAsText() throws Exception {
        LiveRuns runs = new LiveRuns();
        NAMES.forEach(name -> measure(runs.begin(name)));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                boolean isData = exchange.getRequestURI().getPath().equals("/data");
                exchange.getResponseHeaders()
                        .set("Content-Type", isData ? "application/json" : "text/html; charset=utf-8");
                byte[] bytes = (isData ? runs.data() : runs.page()).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        try (Browser browser = new Browser(directory)) {
            browser.open(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"), WIDE, false);
            browser.awaitDrawn();
            WebElement chart = browser.one("#over-time .chart");
            browser.pointAt(chart, 300, 100);
            browser.awaitDrawn();

            assertThat(browser.run("return document.title")).isEqualTo("TwoHop live");
            assertThat(browser.all("img, #runs script")).isEmpty();
            String shown = (String) browser.run("return document.querySelector('#runs').textContent");
            assertThat(NAMES).allSatisfy(name -> assertThat(shown).contains(name));
            assertThat(browser.run("return Data.runs.length")).isEqualTo((long) NAMES.size());
            assertThat(browser.console()).isEmpty();
        } finally {
            server.stop(0);
        }
    }
}
