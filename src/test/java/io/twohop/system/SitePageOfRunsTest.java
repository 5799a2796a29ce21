package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twohop.browser.Browser;
import io.twohop.result.BenchmarkResult;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** The views of a site that the command builds of real runs. */
@Timeout(240)
class SitePageOfRunsTest {
    private static final int WIDE = 1_280;

    @TempDir
    Path directory;

    private Path site;
    private Browser browser;
    private int opened;

    private BenchmarkResult measured(String transport, String rate) throws Exception {
        return UnforkedRun.of(
                directory.resolve("results"),
                "smoke.yaml",
                transport,
                "rate=" + rate,
                "warmup=300ms",
                "duration=1s",
                "idle=park");
    }

    private String shown(String view) {
        browser.open(URI.create(site.resolve("index.html").toUri() + "?" + ++opened + view), WIDE, false);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !browser.all("#view[aria-busy=false]").isEmpty());
        browser.awaitDrawn();
        assertThat(browser.console()).isEmpty();
        return browser.one("#view").getText();
    }

    private String link(String part) {
        WebElement link = browser.one("#view a[href^='#/" + part + "/']");
        return link.getDomAttribute("href");
    }

    @Test
    void shouldShowRunsInEachView() throws Exception {
        BenchmarkResult first = measured("loopback.yaml", "1k");
        measured("loopback.yaml", "1k");
        measured("loopback.yaml", "2k");
        BenchmarkResult other = measured("tcp.yaml", "1k");
        site = directory.resolve("public");
        BenchCall call = BenchCall.of(
                directory, "site", site.toString(), directory.resolve("results").toString());
        assertThat(call.exitCode()).as(call.err()).isZero();
        assertThat(call.out()).contains("4 results of 3 scenarios, 4 of them new");

        browser = new Browser(Files.createDirectory(directory.resolve("downloads")));
        try {
            assertThat(shown("#/")).contains("4 results of 3 scenarios", "loopback", "tcp", "1,000/s", "2,000/s");
            String scenario = link("scenario");
            assertThat(shown("#/results")).contains("4 results.", "loopback", "tcp");
            assertThat(browser.all("#view tbody tr")).hasSize(4);
            assertThat(shown(scenario)).contains("Over time", "Newest results");
            assertThat(shown("#/result/" + id(other)))
                    .contains(
                            "tcp: smoke, 1,000/s",
                            "./bench -Dworkload=workload.yaml transport.yaml",
                            "transport: tcp",
                            "scheduled",
                            "end to end",
                            "One fork: no interval.",
                            System.getProperty("os.name"));
            assertThat(shown("#/compare?a=" + id(first) + "&b=" + id(other)))
                    .contains("loopback against tcp", "Figures side by side", "Settings that differ", "transport: tcp");
        } finally {
            browser.close();
        }
    }

    /** Returns the result's ID as the page of all results has it. */
    private String id(BenchmarkResult result) {
        shown("#/results");
        String name = result.directory().getFileName().toString();
        String href = browser.one("#view a[href^='#/result/" + name + "-']").getDomAttribute("href");
        return href.substring("#/result/".length()).replaceAll("\\?.*", "");
    }
}
