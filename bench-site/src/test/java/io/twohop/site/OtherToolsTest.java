package io.twohop.site;

import static io.twohop.site.BuiltSite.build;
import static io.twohop.site.BuiltSite.files;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.browser.Browser;
import io.twohop.config.ConfigException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of OpenMessaging Benchmark on a site beside one of ours, built as the command builds it, in a real browser. */
@Tag("one-jdk")
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(300)
class OtherToolsTest {
    private static final String OURS = """
            {"schemaVersion": 1, "name": "ours", "startedAt": "2026-11-01T02:00:00Z", "complete": true,
             "verdict": {"kind": "Met", "reasons": []}, "workload": "nightly", "transport": "kafka",
             "workloadSettings": {"mode": "latency", "rate": ["1k/s"], "size": "1024"}, "payloadBytes": 1024,
             "transportSettings": {"transport": "kafka"},
             "rates": {"offeredPerSecond": 10, "duePerSecond": 10, "achievedPerSecond": 10},
             "probes": {"endToEnd": {"count": 1000, "minNanos": 1, "percentilesNanos": {"p50": 900000}, "maxNanos": 9}},
             "forks": [{"number": 1, "complete": true,
               "rates": {"offeredPerSecond": 10, "duePerSecond": 10, "achievedPerSecond": 10},
               "probes": {"endToEnd": {"count": 1000, "minNanos": 1, "percentilesNanos": {"p50": 900000}, "maxNanos": 9}}}]}
            """;

    private static final String THEIRS = """
            {
              "workload": "%s",
              "driver": "%s",
              "messageSize": %s,
              "consumeRate": [10000.0, 10002.0],
              "aggregatedEndToEndLatencyAvg": 3.5,
              "aggregatedEndToEndLatency50pct": %s,
              "aggregatedEndToEndLatency99pct": 8.0,
              "aggregatedPublishLatency50pct": 0.5
            }
            """;

    private static final String HOSTILE = "<img src=x onerror=window.hacked=1>";
    private static final String NAMED = "simple-Kafka-2026-11-20-08-00-00.json";
    private static final int WIDE = 1_280;
    private static final int PHONE = 390;

    @TempDir
    static Path directory;

    private static Path ours;
    private static List<Path> theirs;
    private static Path site;
    private static Browser browser;
    private static int opened;

    @BeforeAll
    static void begin() throws Exception {
        ours = Files.createDirectories(directory.resolve("results/ours"));
        Files.writeString(ours.resolve("result.json"), OURS);
        theirs = List.of(
                file(NAMED, THEIRS.formatted("simple", "Kafka", 1024, 3)),
                file(
                        "fork.json",
                        THEIRS.formatted("simple", "Redpanda", 512, 6)
                                .replace("{\n", "{\"beginTime\": \"2026-11-25-08-00-00\", \"version\": null,\n")),
                file(
                        HOSTILE.replace("/", "") + ".json",
                        THEIRS.formatted(HOSTILE, "kafka-1.acme.example:9092", 64, 2)));
        site = directory.resolve("public");
        List<Path> all = new ArrayList<>(List.of(ours));
        all.addAll(theirs);
        assertThat(build(site, all).ofOtherTools()).isEqualTo(3);
        browser = new Browser(Files.createDirectories(directory.resolve("downloads")));
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static Path file(String name, String text) throws IOException {
        return Files.writeString(
                Files.createDirectories(directory.resolve("omb")).resolve(name), text);
    }

    private static void open(String address, int width, boolean dark) {
        browser.open(URI.create(site.resolve("index.html").toUri() + "?" + ++opened + address), width, dark);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !browser.all("#view[aria-busy=false]").isEmpty());
    }

    @SuppressWarnings("unchecked")
    private static List<String> texts(String selector) {
        return (List<String>) browser.run(
                "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText.replace(/\\s+/g, ' ').trim())",
                selector);
    }

    @Test
    void shouldShowThemApartAndMarked() throws Exception {
        open("#/", WIDE, false);
        assertThat(texts("[id^=question-] tbody tr"))
                .hasSize(1)
                .first()
                .asString()
                .contains("kafka");
        assertThat(browser.one("#view").getText()).contains("3 results of other tools stand apart");
        browser.one("#view a[href^='#/external']").click();
        await().until(() -> texts("h1").equals(List.of("Results of other tools"))
                && !browser.all("#view[aria-busy=false]").isEmpty());

        assertThat(browser.one("#view").getText())
                .contains("No verdict, no trust", "steps of 1 ms", "0 ms and below", "two wall clocks")
                .contains("the actual send", "no target rate");
        // The newest first; a file without a date follows.
        assertThat(texts("tbody td:first-child a"))
                .map(text -> text.split("-")[0])
                .containsExactly("fork", "simple", "<img src=x onerror=window.hacked=1>".replace("/", ""));
        assertThat(texts("tbody td:first-child"))
                .allMatch(text -> text.startsWith("EXTERNAL"))
                .satisfiesExactly(
                        fork -> assertThat(fork).endsWith("2026-11-25"),
                        named -> assertThat(named).endsWith("2026-11-20, by its name"),
                        none -> assertThat(none).endsWith("date not stated"));
        assertThat(texts("tbody td:nth-child(5)"))
                .containsExactly("6.00 ms", "(3.00 ms) below its resolution", "(2.00 ms) below its resolution");
        assertThat(texts("tbody td:nth-child(2)")).containsExactly("Redpanda", "Kafka", "HOST:9092");
        assertThat(browser.all(".rank, .word, input.choose")).isEmpty();
        assertThat(browser.run("return window.hacked ?? null")).isNull();
        assertThat(browser.all("img")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "transport=Kafka, 1",
        "size=512, 1",
        "workload=simple, 2",
        "from=2026-11-21, 1",
        "to=2026-11-21, 1",
        "q=redpanda, 1",
        "transport=Kafka&size=512, 0",
        "rate=1000, 0",
        "verdict=Met, 0",
    })
    void shouldFilterByWhatFilesState(String query, int count) {
        open("#/external?" + query, WIDE, false);

        assertThat(texts("tbody tr")).hasSize(count);
        assertThat(browser.one("[role=status]").getText()).startsWith(count + " of 3 results.");
        assertThat(browser.one("[role=status]").getText().contains("their files do not state it"))
                .isEqualTo(query.matches("(rate|verdict).*"));
    }

    @Test
    void shouldHaveAPageOfEach() throws Exception {
        open("#/external", WIDE, false);
        String address = (String) browser.run("return document.querySelectorAll('tbody a')[1].getAttribute('href')");
        for (int width : new int[] {PHONE, WIDE}) {
            for (boolean dark : new boolean[] {false, true}) {
                for (String view : new String[] {"#/external", address}) {
                    browser.console();
                    open(view, width, dark);
                    assertThat(browser.console()).isEmpty();
                    assertThat(
                                    (Boolean)
                                            browser.run(
                                                    "const root = document.documentElement; return root.scrollWidth <= root.clientWidth"))
                            .as(view + " at " + width)
                            .isTrue();
                    browser.screenshot(
                            "other-tools" + (view.equals(address) ? "-one-" : "-") + width + (dark ? "-dark" : ""));
                    assertThat(browser.violations()).isEmpty();
                }
            }
        }
        assertThat(texts("h1")).first().asString().startsWith("simple-Kafka-2026-11-20-08-00-00-");
        assertThat(texts("tbody tr"))
                .containsExactly(
                        "endToEnd (3.50 ms) below its resolution (3.00 ms) below its resolution 8.00 ms",
                        "publishLatency – 500 µs –");
        assertThat(texts("dd")).contains("simple", "Kafka", "1,024 B", "10,001/s");
        assertThat(browser.one("#view").getText())
                .contains("No verdict, no trust", "What OpenMessaging Benchmark cannot tell");

        open("#/external/nothing", WIDE, false);
        assertThat(browser.one("[role=status]").getText()).isEqualTo("This site has no result nothing.");
    }

    @Test
    void shouldWriteTheSameBytesInAnyOrderAndAnyNumberOfBuilds() throws Exception {
        Path steps = directory.resolve("steps");
        build(steps, List.of(theirs.get(2), ours));
        build(steps, List.of(theirs.get(1)));
        assertThat(build(steps, List.of(theirs.get(0), theirs.get(1))).ofOtherTools())
                .isEqualTo(3);

        assertThat(files(steps)).isEqualTo(files(site));
        JsonNode manifest = new Scripts(site.resolve("data")).read("manifest");
        assertThat(manifest.path("results").asInt()).as("ours alone").isEqualTo(1);
        assertThat(manifest.at("/external/results").asInt()).isEqualTo(3);
        assertThat(manifest.path("filters").path("transport").toString())
                .isEqualTo("[\"HOST:9092\",\"Kafka\",\"Redpanda\",\"kafka\"]");
        assertThat(manifest.path("filters").path("size").toString()).isEqualTo("[64,512,1024]");

        Path plain = directory.resolve("plain");
        build(plain, List.of(ours));
        assertThat(new Scripts(plain.resolve("data")).read("manifest").has("external"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"Kafka\" | [] | 3: driver: a list or an object (expected: a text)",
                "1024 | \"1kb\" | 4: messageSize: 1kb (expected: a finite number)",
                "8.0 | NaN | 8: JSON: ",
                "8.0 | 1e999 | 8: aggregatedEndToEndLatency99pct: Infinity (expected: a finite number)",
                "8.0 | [[[8]]] | 8: aggregatedEndToEndLatency99pct: a list or an object (expected: a finite number)",
                "aggregatedEndToEndLatency50pct | other | (expected: a result of OpenMessaging Benchmark; this is other JSON)",
            })
    void shouldRefuseABrokenFileAndLeaveTheSiteAlone(String text, String other, String why) throws Exception {
        Map<String, String> before = files(site);
        Path broken =
                file("broken.json", THEIRS.formatted("simple", "Kafka", 1024, 3).replace(text, other));

        assertThatThrownBy(() -> build(site, List.of(ours, broken)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("broken.json")
                .hasMessageContaining(why);
        assertThat(files(site)).isEqualTo(before);
    }

    @Test
    void shouldRefuseWhatIsTooLargeOrTooDeep() throws Exception {
        Path large = directory.resolve("omb/large.json");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(1L << 30);
        }
        assertThatThrownBy(() -> build(site, List.of(large))).hasMessageContaining("(expected: at most 16 MiB)");
        Files.delete(large);

        Path deep = file("deep.json", "{\"a\":".repeat(100_000));
        assertThatThrownBy(() -> build(site, List.of(deep)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("deep.json");
    }

    @Test
    void shouldNeedAResultOfOurs() {
        assertThatThrownBy(() -> build(directory.resolve("alone"), theirs))
                .hasMessageContaining("at least one result's directory");
        assertThat(directory.resolve("alone")).doesNotExist();
    }
}
