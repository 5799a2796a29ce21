package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code bench history} of nights that are copies of a real run, and its page in a real browser. */
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(300)
class HistoryCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NIGHTS = 40;
    private static final int SLOWER = 32;
    private static final int UNUSABLE = 10;
    private static final int WIDE = 1_280;
    private static final int PHONE = 390;

    /** None of it may become part of a page. */
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    @TempDir
    static Path directory;

    private static Path brief;
    private static Path nights;
    private static Path page;
    private static BenchCall first;
    private static Browser browser;

    @BeforeAll
    static void measure() throws Exception {
        brief = UnforkedRun.of(
                        directory.resolve("results"),
                        "smoke.yaml",
                        "loopback.yaml",
                        "rate=1k",
                        "warmup=300ms",
                        "duration=1s",
                        "idle=park",
                        "layout=shared",
                        "size=64")
                .directory();
        BenchCall report = BenchCall.of(
                directory, "report", "--out", brief.resolve("report.html").toString(), brief.toString());
        assertThat(report.exitCode()).as(report.err()).isZero();
        nights = Files.createDirectory(directory.resolve("nights"));
        for (int night = 0; night < NIGHTS; night++) {
            night(night, night < SLOWER ? 1_000_000 : 1_200_000);
        }
        Path unusable = nights.resolve("night-" + UNUSABLE + "/result.json");
        ObjectNode result = (ObjectNode) JSON.readTree(unusable.toFile());
        ((ObjectNode) result.get("verdict")).put("kind", "Saturated");
        JSON.writeValue(unusable.toFile(), result);
        page = directory.resolve("history.html");
        first = history(
                nights.toString(),
                "--output",
                page.toString(),
                "--csv",
                directory.resolve("csv").toString());
        browser = new Browser(Files.createDirectory(directory.resolve("downloads")));
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    /** Copies the result with another time, commit and p99. */
    private static void night(int night, double p99) throws IOException {
        Path made = Files.createDirectory(nights.resolve("night-" + night));
        ObjectNode result =
                (ObjectNode) JSON.readTree(brief.resolve("result.json").toFile());
        // Whatever this machine made of it.
        result.putObject("verdict").put("kind", "Met").putArray("reasons");
        result.put("name", "night-" + night);
        result.put("revision", night == SLOWER ? HOSTILE : "commit-" + night);
        result.put(
                "startedAt",
                Instant.parse("2026-03-01T02:00:00Z")
                        .plus(night, ChronoUnit.DAYS)
                        .toString());
        JSON.writeValue(made.resolve("result.json").toFile(), result);
        SplittableRandom random = new SplittableRandom(night);
        StringBuilder csv = new StringBuilder(
                "fork,endToEnd.p50,endToEnd.p99,endToEnd.p99.9,memory.allocatedBytesPerMessage,untrusted\n");
        for (int fork = 1; fork <= 3; fork++) {
            double value = p99 * Math.exp(0.02 * random.nextGaussian());
            csv.append(String.format(
                    Locale.ROOT,
                    "%d,%.0f,%.0f,%.0f,%.1f,\n",
                    fork,
                    1_000 + random.nextDouble(20),
                    value,
                    10 * value,
                    // Better when latency becomes worse, and otherwise in the middle.
                    (night < UNUSABLE + 10 || night >= SLOWER ? 100 : 150) + random.nextDouble()));
        }
        Files.writeString(made.resolve("forks.csv"), csv);
        Files.copy(brief.resolve("report.html"), made.resolve("report.html"));
    }

    private static BenchCall history(String... arguments) {
        List<String> all = new ArrayList<>(List.of("history"));
        all.addAll(List.of(arguments));
        return BenchCall.of(directory, all.toArray(String[]::new));
    }

    private static void assertRefused(String why, String... arguments) throws Exception {
        BenchCall bench = history(arguments);
        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains(why);
    }

    @Test
    void shouldNameTheCommitInEightyColumns() throws Exception {
        BenchCall bench = history(nights.toString());
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .contains("loopback | smoke | 39 results, 2026-03-01 to 2026-04-09")
                .containsPattern("endToEnd\\.p50 +39 +0\\.\\d %  1\\.01 us  none found")
                .containsPattern("endToEnd\\.p99 +39 +\\d\\.\\d %  1\\.2\\d ms  1 worse")
                .contains("2026-04-02  changed at    " + HOSTILE)
                .containsPattern("last before   commit-31\\s")
                .containsPattern(
                        "  endToEnd\\.p99\n    \\S+ [mu]s  to 1\\.\\d+ ms  WORSE  \\+(19|2[01])\\.\\d % \\(\\+1")
                .containsPattern("2026-03-21  changed at    commit-20\\s")
                .containsPattern("  memory\\.allocatedBytesPerMessage\n    100  to 15\\d  WORSE  \\+49\\.\\d % ")
                .containsPattern("  memory\\.allocatedBytesPerMessage\n    15\\d  to 100  better  -33\\.\\d % ");
        assertThat(bench.said()).contains("night-10: it is SATURATED").contains("alpha 0.01");
        // A path that is too long for a line stays whole.
        assertThat(bench.out().lines().filter(line -> !line.contains(directory.toString())))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(bench.err()).isEmpty();
    }

    @Test
    void shouldFailABuildWhileTheChangeIsNew() throws Exception {
        String all = nights.toString();
        BenchCall failed = history(all, "--fail-on", "endToEnd.p99 > 5%", "--fail-on", "endToEnd.p50 > 5%");
        assertThat(failed.exitCode()).as(failed.out()).isEqualTo(3);
        assertThat(failed.said())
                .containsPattern("FAILED: loopback \\| smoke: endToEnd\\.p99 is worse by (19|2[01])\\.\\d % since <img")
                .doesNotContain("NOT JUDGED");
        assertThat(history(all, "--fail-on", "endToEnd.p99 > 30%").exitCode()).isZero();
        assertThat(history(all, "--fail-on", "endToEnd.p99 > 5%", "--newest", "4")
                        .exitCode())
                .isZero();

        assertThat(history(all, "--metric", "endToEnd.p99,endToEnd.p99.9").out())
                .containsPattern("  endToEnd\\.p99    +\\d+ [mu]s  to 1\\.\\d+ ms  WORSE  \\+")
                .containsPattern("  endToEnd\\.p99\\.9  \\S+ ms  to 1\\d\\.\\d ms  WORSE  \\+");

        BenchCall few = history(nights.resolve("night-1").toString(), "--fail-on", "endToEnd.p99 > 5%");
        assertThat(few.exitCode()).isEqualTo(6);
        assertThat(few.said()).contains("NOT JUDGED: loopback | smoke: endToEnd.p99: 6 results that can be tested");
    }

    @Test
    void shouldExportForOtava() throws Exception {
        assertThat(first.exitCode()).as(first.err()).isZero();
        Path csv = directory.resolve("csv");
        assertThat(Files.readAllLines(csv.resolve("1-endToEnd.p99.csv")))
                .hasSize(NIGHTS)
                .startsWith("time,commit,result,endToEnd.p99")
                .element(1)
                .asString()
                .startsWith("2026-03-01T02:00:00Z,commit-0,night-0,");
        assertThat(csv.resolve("otava.yaml")).content().contains("  1-endToEnd.p50:\n    type: csv\n");
    }

    @Test
    void shouldKeepUnlikeResultsApart() throws Exception {
        Path mixed = Files.createDirectory(directory.resolve("mixed"));
        for (int night = 0; night < 8; night++) {
            Path copy = Files.createDirectories(mixed.resolve("night-" + night));
            String json = Files.readString(nights.resolve("night-" + night + "/result.json"));
            Files.writeString(
                    copy.resolve("result.json"),
                    night < 4 ? json : json.replaceAll("\"cores\" ?: ?\\d+", "\"cores\": 64"));
            Files.copy(nights.resolve("night-" + night + "/forks.csv"), copy.resolve("forks.csv"));
        }
        BenchCall bench = history(mixed.toString());
        assertThat(bench.exitCode()).isZero();
        assertThat(bench.said())
                .contains(
                        "note: 2 series, since unlike results are never put on one line. They differ in machine.cores: 64, ")
                .contains("too few results: 6 needed");
    }

    @Test
    void shouldRefuseWhatCannotBeUsed() throws Exception {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        assertRefused("DIR: " + empty + " (expected: at least one result's directory in it", empty.toString());
        assertRefused("(expected: a directory of results, or one result's; there is none)", "nowhere");
        Path foreign = Files.createDirectories(directory.resolve("foreign"));
        Files.writeString(foreign.resolve("result.json"), "{\"status\": \"ok\"}");
        assertRefused("(expected: a result of this bench; this is another file)", foreign.toString());
        String all = nights.toString();
        assertRefused("--alpha: 2.0 (expected: a probability of 0.0001 or more, below 1", all, "--alpha", "2");
        assertRefused("--newest: 0 (expected: a number of results above 0", all, "--newest", "0");
        assertRefused("--metric: endToEnd.p9 (expected: one of endToEnd.p50, ", all, "--metric", "endToEnd.p9");
        assertRefused("--fail-on: gc.pauses (expected: one of the metrics", all, "--fail-on", "gc.pauses > 5%");
        assertRefused("--csv: " + nights + " (expected: a new directory", all, "--csv", nights.toString());
        Path precious = Files.writeString(directory.resolve("precious.html"), "mine");
        assertRefused("--output: " + precious + " (expected: a new file", all, "--output", precious.toString());
        assertThat(precious).hasContent("mine");
    }

    @Test
    void shouldShowSeriesMarksAndLinks() throws Exception {
        browser.open(page, WIDE, false);
        assertThat(browser.one("h1").getText()).isEqualTo("History of loopback | smoke");
        assertThat(browser.one("#series-1 table").getText())
                .contains("endToEnd.p99", "2026-04-02 02:00", HOSTILE, "commit-31", "worse");
        String chart =
                "const option = echarts.getInstanceByDom(document.querySelector('#history-1 .chart')).getOption(); ";
        // The metric that changed is shown first.
        assertThat(browser.run(chart + "return option.yAxis[0].name")).isEqualTo("endToEnd.p99");
        assertThat(browser.run(chart + "return option.series[0].data.length")).isEqualTo((long) NIGHTS - 1);
        assertThat(((Number) browser.run(chart + "return option.series[1].markLine.data[0].xAxis")).doubleValue())
                .isEqualTo(SLOWER - 1 - 0.5, within(1e-9));
        browser.screenshot("history");
        assertThat(browser.console()).isEmpty();

        String link = (String) browser.run("return document.querySelector('#series-1 td a').href");
        assertThat(link)
                .isEqualTo(nights.resolve("night-" + SLOWER + "/report.html")
                        .toUri()
                        .toString());
        // A click on a point of the chart.
        browser.run(chart + "echarts.getInstanceByDom(document.querySelector('#history-1 .chart'))"
                + ".trigger('click', { data: option.series[0].data[3] })");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat((String) browser.run("return document.title"))
                        // A busy machine may not have held the rate, and the title says so.
                        .matches("loopback, smoke( \\[\\w+])? - TwoHop"));
    }

    @Test
    void shouldBeAccessibleInLightAndDarkAndOnAPhone() throws Exception {
        for (boolean dark : new boolean[] {false, true}) {
            browser.open(page, WIDE, dark);
            assertThat(browser.violations()).as(dark ? "dark" : "light").isEmpty();
            browser.open(page, PHONE, dark);
            browser.screenshot("history-phone" + (dark ? "-dark" : ""));
            assertThat((Boolean) browser.run(
                            "const root = document.documentElement; return root.scrollWidth <= root.clientWidth"))
                    .isTrue();
        }
        assertThat(browser.console()).isEmpty();
    }
}
