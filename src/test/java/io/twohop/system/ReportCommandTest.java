package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** {@code bench report} of real runs, looked at in a real browser. */
@Order(1)
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(300)
class ReportCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** HTML in a file's name and description, which must not become part of a page. */
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    /** Index of the saturated run on the page. */
    private static final int SATURATED = 4;

    private static final int WIDE = 1_280;
    private static final int PHONE = 390;
    private static final String AT_P99 = "(?s)p99\\s.*";

    /** The percentile of a reading that the machine may have decided. */
    private static final Pattern DOUBTFUL_PLACE = Pattern.compile("(?s)^p([\\d.]+)\\b.*may have decided");

    private static final Pattern EXACT = Pattern.compile("\\(([\\d,]+) ns\\)");
    private static final String CHART =
            "const chart = echarts.getInstanceByDom(document.querySelector(arguments[0] + ' .chart'));";

    @TempDir
    static Path directory;

    private static Path downloads;
    private static Path page;
    private static List<Path> results;
    private static Path hostile;
    private static Path saturated;
    private static Path published;
    private static Path closedLoop;
    private static Browser browser;
    private static String lastSaid;
    private static String saidOfSeveral;

    @BeforeAll
    static void measure() throws Exception {
        downloads = Files.createDirectory(directory.resolve("downloads"));
        Path workload = directory.resolve(HOSTILE + ".yaml");
        Files.writeString(
                workload, "description: </script><script>alert(2)</script>\nrate: 1k\nwarmup: 300ms\nduration: 1s\n");
        hostile = measured(
                        "hostile",
                        BenchCall::here,
                        "-Dworkload=" + workload,
                        "-Dforks=2",
                        "-Dfloor=200ms",
                        "-Didle=park",
                        BenchProcess.ANY_RATE,
                        "loopback.yaml")
                .get(0);
        saturated = measured(
                        "saturated",
                        BenchCall::of,
                        "-Dworkload=smoke.yaml",
                        // So much that no stall of the machine excuses it. After a warm-up, a slow machine gets
                        // nothing of the window through.
                        "-Drate=40M",
                        "-Dsize=32",
                        "-Dwarmup=0s",
                        "-Dduration=2s",
                        "-Dfloor=0s",
                        "-Ddrain=1s",
                        BenchProcess.FIRST_COMPILER,
                        "loopback.yaml")
                .get(0);
        published = UnforkedRun.of(
                        directory.resolve("published"),
                        "message-sizes.yaml",
                        "jetstream-memory.yaml",
                        "size=256",
                        "warmup=1s",
                        "duration=2s",
                        "idle=park")
                .directory();
        closedLoop = UnforkedRun.of(
                        directory.resolve("closed"),
                        "acked-throughput.yaml",
                        "loopback.yaml",
                        "size=256",
                        "count=2000",
                        "warmup=500ms",
                        "idle=park")
                .directory();
        results = measured(
                "several",
                BenchCall::here,
                "-Dworkload=smoke.yaml",
                "-Drate=[1200,5k]",
                "-Dwarmup=300ms",
                "-Dduration=1s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.ANY_RATE,
                "chronicle.yaml",
                "loopback.yaml");
        saidOfSeveral = lastSaid;
        page = directory.resolve("all.html");
        List<Path> all = new ArrayList<>(results);
        all.addAll(List.of(saturated, published, closedLoop, hostile));
        report(page, all);
        browser = new Browser(downloads);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static List<Path> measured(String name, BiFunction<Path, String[], BenchCall> call, String... arguments)
            throws Exception {
        Path place = Files.createDirectory(directory.resolve(name));
        BenchCall bench = call.apply(place, arguments);
        bench.assertMeasured();
        assertThat(bench.out()).contains("report.html");
        lastSaid = bench.out();
        return bench.results("").stream()
                .filter(path -> Files.exists(path.resolve("result.json")))
                .toList();
    }

    private static void report(Path file, List<Path> paths) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("report", "--out", file.toString()));
        paths.forEach(path -> arguments.add(path.toString()));
        BenchCall bench = bench(arguments);
        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out()).isEqualTo(file + System.lineSeparator());
    }

    private static BenchCall bench(List<String> arguments) {
        return BenchCall.of(directory, arguments.toArray(String[]::new));
    }

    private static JsonNode json(Path result) throws IOException {
        return JSON.readTree(result.resolve("result.json").toFile());
    }

    private static long percentile(Path result, String name) throws IOException {
        return json(result).at("/probes/endToEnd/percentilesNanos").get(name).asLong();
    }

    private static Object option(String figure, String expression) {
        return browser.run(CHART + "const option = chart.getOption(); return " + expression, "#" + figure);
    }

    private void assertNothingToComplainOf() {
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void shouldWriteAPageWithEachResultAndWithSeveral() throws Exception {
        for (Path result : results) {
            assertThat(result.resolve("report.html")).exists();
        }
        List<Path> matrix = BenchProcess.resultsIn(directory.resolve("several"), "-matrix");
        assertThat(matrix).hasSize(1);
        browser.open(matrix.get(0).resolve("report.html"), WIDE, false);

        assertThat(browser.all("article.card")).hasSize(4);
        assertThat(browser.one("#comparison").getText()).contains("endToEnd.p50", "not enough data", "codec differs: ");
        assertThat(browser.all("article.card")).allMatch(card -> card.getText().contains("codec alone"));
        assertThat(saidOfSeveral)
                .contains(
                        "warning: different codecs: json (loopback), wire (chronicle); -Dcodec=json measures all with the same");
        assertNothingToComplainOf();
    }

    @Test
    void shouldShowWhatEachPartTookOfTheCpu() throws Exception {
        browser.open(hostile.resolve("report.html"), WIDE, false);
        // Of two forks, the dearer stands for the run.
        JsonNode forks = json(hostile).path("forks");
        assertThat(forks).hasSize(2);
        JsonNode costs = Stream.of(0, 1)
                .map(i -> forks.path(i).path("costs"))
                .max(Comparator.comparingDouble(
                        each -> each.path("cpuMicrosPerMessage").asDouble()))
                .orElseThrow();

        double all = ((Number) option("cpu", "option.series.reduce((sum, one) => sum + one.data[0], 0)")).doubleValue();
        assertThat(all).isCloseTo(costs.path("cpuMicrosPerMessage").asDouble(), withinPercentage(0.001));
        browser.one("#cpu button[data-value=cores]").click();
        double cores =
                ((Number) option("cpu", "option.series.reduce((sum, one) => sum + one.data[0], 0)")).doubleValue();
        assertThat(cores).isCloseTo(costs.path("cores").asDouble(), withinPercentage(0.001));
        assertThat(browser.one("#costs table").getText()).contains("bench", "MB");
        assertNothingToComplainOf();
    }

    @Test
    void shouldDrawWhatWasMeasured() throws Exception {
        browser.open(results.get(0).resolve("report.html"), WIDE, false);
        for (String name : List.of("p50", "p90", "p99")) {
            double x = -Math.log10(1 - Double.parseDouble(name.substring(1)) / 100);
            Object drawn = option(
                    "percentiles", "option.series[0].data.find((point) => Math.abs(point[0] - " + x + ") < 1e-9)[1]");
            assertThat(drawn).isEqualTo(percentile(results.get(0), name));
        }
        Object deepest = option("percentiles", "option.series[0].data.at(-1)[0]");
        // As far as ten of the samples lie beyond, and no further.
        double supported =
                Math.log10(json(results.get(0)).at("/probes/endToEnd/count").asDouble() / 10);
        assertThat(((Number) deepest).doubleValue()).isBetween(supported - 0.05, supported + 1e-9);

        WebElement chart = browser.one("#percentiles .chart");
        WebElement reading = browser.one("#percentiles .reading");
        for (int i = 0; i < 100 && !reading.getText().matches(AT_P99); i++) {
            chart.sendKeys(Keys.ARROW_RIGHT);
        }
        Matcher exact = EXACT.matcher(reading.getText());
        assertThat(exact.find()).isTrue();
        assertThat(Long.parseLong(exact.group(1).replace(",", ""))).isEqualTo(percentile(results.get(0), "p99"));
        // The mouse shows the same where it points.
        List<?> place = (List<?>) browser.run(
                CHART + "return chart.convertToPixel({ seriesIndex: 0 }, [2, arguments[1]]).map(Math.round)",
                "#percentiles",
                percentile(results.get(0), "p99"));
        browser.pointAt(chart, ((Number) place.get(0)).intValue(), ((Number) place.get(1)).intValue());
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat((String) browser.run(
                                CHART
                                        + "return chart.getZr().storage.getDisplayList(true)"
                                        + ".map((one) => one.style?.text ?? '').join('')",
                                "#percentiles"))
                        .contains("p99", exact.group()));

        chart.sendKeys(Keys.ARROW_LEFT);
        assertThat(reading.getText()).doesNotMatch(AT_P99);
        assertNothingToComplainOf();
    }

    @Test
    void shouldDrawOfferedAchievedAndLatencyOverOneAxis() throws Exception {
        browser.open(page, WIDE, false);
        double offered = json(results.get(0)).at("/rates/offeredPerSecond").asDouble();

        assertThat(option("offered-over-time", "option.series.map((series) => [series.name, series.yAxisIndex])"))
                .isEqualTo(List.of(
                        List.of("offered", 0L), List.of("achieved", 0L), List.of("p50", 1L), List.of("p99", 1L)));
        assertThat((List<?>) option(
                        "offered-over-time",
                        "option.series[0].data.map((point) => point[1]).filter((value) => value > 0)"))
                .hasSizeGreaterThan(1)
                .allSatisfy(drawn -> assertThat(((Number) drawn).doubleValue()).isCloseTo(offered, within(2.0)));
        assertThat((List<?>) option(
                        "offered-over-time",
                        "option.series[2].data.map((point) => point[1]).filter((value) => value > 0)"))
                .isNotEmpty();
        assertNothingToComplainOf();
    }

    @Test
    void shouldZoomAndToggle() throws Exception {
        browser.open(page, WIDE, false);
        assertThat(option("percentiles", "option.yAxis[0].type")).isEqualTo("log");
        for (Map.Entry<String, Long> zoom : Map.of("100us", 100_000L, "1ms", 1_000_000L, "10ms", 10_000_000L)
                .entrySet()) {
            browser.one("#percentiles button[data-value='" + zoom.getKey() + "']")
                    .click();
            assertThat(option("percentiles", "[option.yAxis[0].type, option.yAxis[0].min, option.yAxis[0].max]"))
                    .isEqualTo(List.of("value", 0L, zoom.getValue()));
        }
        browser.one("#percentiles button[data-value='linear']").click();
        assertThat(option("percentiles", "[option.yAxis[0].min, option.yAxis[0].max ?? null]"))
                .asString()
                .isEqualTo("[0, null]");

        Object before = option("percentiles", "chart.getDataURL()");
        WebElement first = browser.all("#percentiles .legend button").get(0);
        first.click();
        assertThat(first.getAttribute("aria-pressed")).isEqualTo("false");
        Object without = option("percentiles", "chart.getDataURL()");
        assertThat(without).isNotEqualTo(before);
        first.click();
        assertThat(first.getAttribute("aria-pressed")).isEqualTo("true");
        assertThat(option("percentiles", "chart.getDataURL()")).isEqualTo(before);

        new Select(browser.one("#percentiles select")).selectByVisibleText("publish call");
        assertThat(option("percentiles", "option.series.map((series) => series.data.length > 0)"))
                .asString()
                .doesNotContain("false");
        assertNothingToComplainOf();
    }

    /** A copy of a run in which the machine decided p99 and all beyond, with a floor of parked consumers. */
    private static Path doubtful() throws Exception {
        Path copy = Files.createDirectories(directory.resolve("doubtful").resolve("20260102-030405-smoke-doubtful"));
        try (Stream<Path> files = Files.list(results.get(0))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        ObjectNode result = (ObjectNode) json(copy);
        ObjectNode trust = result.putObject("trust").put("upTo", "p97").put("text", "trusted to p97 (a neighbour)");
        trust.putObject("probes")
                .putObject("endToEnd")
                .put("upTo", 97.5)
                .put("nanos", 1)
                .putArray("untrusted")
                .add("p99")
                .add("max");
        result.putObject("floor").set("probes", result.get("probes"));
        ((ObjectNode) result.get("floor")).putObject("layout").put("idle", "PARK");
        JSON.writeValue(copy.resolve("result.json").toFile(), result);
        return copy;
    }

    @Test
    void shouldKeepTheMarksOfDoubtfulFigures() throws Exception {
        Path copy = doubtful();
        Path file = directory.resolve("doubtful.html");
        report(file, List.of(copy));
        browser.open(file, WIDE, false);

        assertThat(browser.one("article.card .badge").getAttribute("class")).contains("doubtful");
        assertThat(browser.one("article.card").getText())
                .as("a floor of parked consumers is none")
                .doesNotContain("harness alone");
        assertThat(option("percentiles", "option.series.map((series) => series.lineStyle.opacity ?? 1)"))
                .as("the whole curve pale, the trusted part over it")
                .isEqualTo(List.of(0.35, 1L));
        assertThat((List<?>) option(
                        "percentiles",
                        "option.series[1].data.filter((point) => point[1] !== null).map((point) => point[0])"))
                .isNotEmpty()
                .allSatisfy(x -> assertThat(((Number) x).doubleValue()).isLessThanOrEqualTo(-Math.log10(0.025)));
        assertThat(browser.one("#percentiles .note").getText()).contains("the machine may have decided the figure");
        WebElement chart = browser.one("#percentiles .chart");
        WebElement reading = browser.one("#percentiles .reading");
        for (int i = 0; i < 100 && !reading.getText().matches(AT_P99); i++) {
            Matcher doubtful = DOUBTFUL_PLACE.matcher(reading.getText());
            assertThat(doubtful.find() && Double.parseDouble(doubtful.group(1)) <= 97.5)
                    .as(reading.getText())
                    .isFalse();
            chart.sendKeys(Keys.ARROW_RIGHT);
        }
        assertThat(reading.getText()).contains(", this machine may have decided it");
        assertNothingToComplainOf();

        BenchCall text = bench(List.of("report", "--text", copy.toString()));
        assertThat(text.exitCode()).isZero();
        assertThat(text.out())
                .containsPattern("(MET|SATURATED), trusted to p97\n")
                .containsPattern("p90 [\\d.]+ [num]?s, p99 \\([\\d.]+ [num]?s\\).*, max \\([\\d.]+ [num]?s\\)")
                .contains("(in parentheses, and . in the plot: this machine may have decided it)");
    }

    /** Nothing is due while a run drains, so there is neither an offered nor an achieved rate. */
    @Test
    void shouldDrawNoRateWhileARunDrains() throws Exception {
        browser.open(page, WIDE, false);
        new Select(browser.one("#offered-over-time select"))
                .selectByVisibleText((String) browser.run("return Data.runs[" + SATURATED + "].title"));

        assertThat(browser.run(
                        "return Data.runs[" + SATURATED + "].forks[0].seconds.some((row) => row[9] === 'drain')"))
                .isEqualTo(true);
        assertThat((List<?>) option(
                        "offered-over-time", "option.series[0].data.map((point) => point[1]).filter((y) => y === 0)"))
                .isEmpty();
        assertThat(((Number) option(
                                "offered-over-time",
                                "Math.max(...option.series[1].data.filter((point) => point[1] !== null)"
                                        + ".map((point) => point[0]))"))
                        .doubleValue())
                .as("the last second of the window")
                .isLessThan(2);
    }

    @Test
    void shouldDrawTheRatioOfTwoRuns() throws Exception {
        browser.open(page, WIDE, false);
        new Select(browser.one("#ratio select[data-key='above']")).selectByIndex(2);
        new Select(browser.one("#ratio select[data-key='below']")).selectByIndex(0);

        Object drawn = option("ratio", "option.series[0].data.find((point) => Math.abs(point[0] - 1) < 1e-9)[1]");
        double expected = (double) percentile(results.get(2), "p90") / percentile(results.get(0), "p90");
        assertThat(((Number) drawn).doubleValue()).isCloseTo(expected, within(1e-6));
    }

    @Test
    void shouldDrawASweepAndForks() throws Exception {
        browser.open(
                BenchProcess.resultsIn(directory.resolve("several"), "-matrix")
                        .get(0)
                        .resolve("report.html"),
                WIDE,
                false);
        Object sweep = option("sweep", "option.series.map((series) => series.data.map((point) => point.value))");
        List<List<List<Number>>> expected = new ArrayList<>();
        for (int from : new int[] {0, 2}) {
            expected.add(List.of(
                    List.of(1_200L, percentile(results.get(from), "p99")),
                    List.of(5_000L, percentile(results.get(from + 1), "p99"))));
        }
        assertThat(sweep).isEqualTo(expected);

        List<Path> unlike = List.of(results.get(0), hostile);
        Path file = directory.resolve("forks.html");
        report(file, unlike);
        browser.open(file, WIDE, false);
        assertDrawsADotForEachFork(unlike, 3);
    }

    private static void assertDrawsADotForEachFork(List<Path> drawn, int count) throws IOException {
        Object dots = option("forks-chart", "option.series[0].data.map((point) => point.value[1])");
        List<Long> forks = new ArrayList<>();
        for (Path result : drawn) {
            json(result)
                    .path("forks")
                    .forEach(fork -> forks.add(
                            fork.at("/probes/endToEnd/percentilesNanos/p99").asLong()));
        }
        assertThat((List<?>) dots).hasSize(count).isEqualTo(forks);
    }

    @Test
    void shouldShowWhatWasPublishedAndWhoPublishedIt() throws Exception {
        browser.open(page, WIDE, false);
        List<String> names = browser.all("#percentiles .legend button").stream()
                .map(WebElement::getText)
                .toList();
        assertThat(names).anyMatch(name -> name.matches("published: .*\\(Tyler Treat 2016\\)"));
        Object dotted = option(
                "percentiles",
                "option.series.filter((series) => series.lineStyle.type === 'dotted')"
                        + ".map((series) => series.data.map((point) => point[1]))");
        // Published of NATS Streaming in memory at 256 B: 99, 99.9 and 99.99 %.
        assertThat(dotted).isEqualTo(List.of(List.of(375_000L, 1_040_000L, 1_130_000L)));
        assertThat(browser.all("article.card a[href^='https://']")).isNotEmpty();
    }

    @Test
    void shouldMarkWhatMustNotBeTrusted() throws Exception {
        browser.open(page, WIDE, false);
        String name = (String) browser.run("return Data.runs[" + SATURATED + "].title");
        assertThat(name).contains("[SATURATED]");
        assertThat(option(
                        "percentiles",
                        "option.series.find((series) => series.name === Data.runs[" + SATURATED
                                + "].title).lineStyle.type"))
                .isEqualTo("dashed");
        assertThat((String) browser.run("return document.querySelector('article.card[data-run=\"" + SATURATED
                        + "\"] .badge').textContent"))
                .isEqualTo("SATURATED");
        List<String> charts = new ArrayList<>(
                List.of("#verdicts table", "#percentiles .legend", "#over-time", "#heat", "#heap", "#ratio"));
        // A machine that is busy meanwhile may end the run before its only episode is recorded.
        if (!json(saturated).at("/forks/0/tail/slowest").isEmpty()) {
            charts.add("#slowest-chart");
        }
        for (String select : charts) {
            assertThat((String) browser.run("return document.querySelector(arguments[0]).textContent", select))
                    .as(select)
                    .contains(name);
        }
        new Select(browser.one("#over-time select[data-key='fork']")).selectByVisibleText(name);
        assertThat(browser.one("#over-time .note").getText()).contains("[SATURATED]");
        assertThat((List<?>) option("forks-chart", "option.xAxis[0].data"))
                .anyMatch(title -> title.equals("⚠ " + name));
        // Runs of several rates, sizes and workloads lie over each other here.
        assertThat(browser.one("#percentiles .note").getText()).contains("different settings", "workload.rate");
        assertThat(browser.one("#comparison").getText()).contains("Not compared");
        assertNothingToComplainOf();
    }

    @Test
    void shouldShowTextAndNothingElse() throws Exception {
        browser.open(hostile.resolve("report.html"), WIDE, false);
        assertThat((String) browser.run("return document.getElementById('page').textContent"))
                .contains(HOSTILE, "</script><script>alert(2)</script>");
        assertThat(browser.all("img")).isEmpty();
        assertThat(browser.all("script")).hasSize(3);
        assertThat((String) browser.run("return document.querySelector('meta[http-equiv]').content"))
                .startsWith("default-src 'none'; script-src 'sha256-")
                .doesNotContain("unsafe", "http:", "https:", "*");
        assertThat((Long) browser.run("return performance.getEntriesByType('resource').length"))
                .isZero();
        assertNothingToComplainOf();

        // Even what got into the page some other way would not run.
        browser.run(
                "const script = document.createElement('script'); script.textContent = 'window.ran = true'; document.body.append(script)");
        browser.run(
                "document.body.insertAdjacentHTML('beforeend', '<img src=\"https://example.org/x.png\" onerror=\"window.ran = true\">')");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(browser.console().toString()).contains("Content Security Policy"));
        assertThat(browser.run("return window.ran ?? null")).isNull();
    }

    @Test
    void shouldShowAResultOfAnotherToolBesideOurs() throws Exception {
        Path other = Files.writeString(
                Files.createDirectories(directory.resolve("omb")).resolve("omb-result.json"), """
                {"workload": "%s", "driver": "Kafka", "messageSize": 1024, "topics": 1, "partitions": 1,
                 "consumeRate": [1000.0], "publishRate": [1000.0],
                 "aggregatedEndToEndLatencyAvg": 2.25, "aggregatedEndToEndLatency50pct": 2.0,
                 "aggregatedEndToEndLatency99pct": 7.0, "aggregatedPublishLatency50pct": 0.5}
                """.formatted(HOSTILE));
        Path beside = directory.resolve("beside.html");
        report(beside, List.of(results.get(0), other));

        for (int width : new int[] {PHONE, WIDE}) {
            browser.open(beside, width, width == PHONE);
            assertThat(browser.one("#external").getText())
                    .contains("Nothing can be concluded")
                    .contains("steps of 1 ms", "0 ms and below", "two wall clocks", "the actual send", "no target rate")
                    .contains("workload " + HOSTILE);
            assertThat(row("endToEnd p50")).element(1).isEqualTo("(2.00 ms) below its resolution");
            assertThat(row("endToEnd p50")).element(2).asString().matches("\\(?[\\d.]+ (ns|\u00b5s|ms)\\)?");
            assertThat(row("endToEnd p99")).element(1).isEqualTo("7.00 ms");
            assertThat(row("publishLatency p50")).containsExactly("publishLatency p50", "500 \u00b5s", "\u2013");
            assertThat(row("consumeRate, ours achieved")).element(1).isEqualTo("1,000/s");
            // No verdict, no place on a chart, no comparison.
            assertThat(browser.all(".card")).hasSize(1);
            assertThat(browser.all("#comparison")).isEmpty();
            assertThat(browser.one("#external").findElements(By.cssSelector(".word")))
                    .isEmpty();
            assertThat(browser.violations()).isEmpty();
            assertThat((Boolean) browser.run(
                            "const root = document.documentElement; return root.scrollWidth <= root.clientWidth"))
                    .isTrue();
            browser.screenshot("external-" + width);
        }
        assertNothingToComplainOf();
    }

    @SuppressWarnings("unchecked")
    private static List<String> row(String figure) {
        return (List<String>) browser.run(
                "return [...document.querySelectorAll('#external tbody tr')].map((tr) => [...tr.children].map((td) => td.innerText.replace(/\\s+/g, ' ').trim()))"
                        + ".find((cells) => cells[0] === arguments[0])",
                figure);
    }

    @Test
    void shouldFitAPhone() throws Exception {
        for (boolean dark : new boolean[] {false, true}) {
            browser.open(page, PHONE, dark);
            assertThat((Long) browser.run("return window.innerWidth")).isEqualTo(PHONE);
            assertThat((Boolean) browser.run(
                            "const root = document.documentElement; return root.scrollWidth <= root.clientWidth"))
                    .isTrue();
            assertThat(((Number) browser.run("return [...document.querySelectorAll('th')]"
                                    + ".find((head) => head.innerText === 'p50').getBoundingClientRect().right"))
                            .doubleValue())
                    .as("the right edge of p50 in the first table")
                    .isLessThan(PHONE);
            browser.screenshot("phone" + (dark ? "-dark" : ""));
        }
        assertNothingToComplainOf();
    }

    @Test
    void shouldBeAccessible() throws Exception {
        for (boolean dark : new boolean[] {false, true}) {
            browser.open(page, WIDE, dark);
            assertThat(browser.violations()).as(dark ? "dark" : "light").isEmpty();
            browser.screenshot("all" + (dark ? "-dark" : ""));
            browser.open(results.get(0).resolve("report.html"), WIDE, dark);
            assertThat(browser.violations()).as(dark ? "dark" : "light").isEmpty();
            browser.screenshot("one" + (dark ? "-dark" : ""));
        }
        // Everything can be reached without a mouse: what can be clicked takes the focus.
        assertThat(
                        (List<?>)
                                browser.run(
                                        "return [...document.querySelectorAll('button, select, summary, a, .chart')].filter((one) => one.tabIndex < 0).map((one) => one.outerHTML)"))
                .isEmpty();
        assertNothingToComplainOf();
    }

    @Test
    void shouldFollowTheColorsOfTheSystem() throws Exception {
        browser.open(page, WIDE, false);
        Object light = option("percentiles", "option.series[0].lineStyle.color");
        browser.colors(true);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(option("percentiles", "option.series[0].lineStyle.color"))
                        .isNotEqualTo(light));
    }

    @Test
    void shouldSaveWhatAChartShows() throws Exception {
        browser.open(results.get(0).resolve("report.html"), WIDE, false);
        browser.one("#percentiles .csv").click();
        List<String> lines = Files.readAllLines(browser.saved("percentiles.csv"));
        assertThat(lines.get(0)).startsWith("percentile,").endsWith(" (ns)");
        assertThat(lines).contains("90," + percentile(results.get(0), "p90"));

        Object drawn = option("percentiles", "chart.getDataURL()");
        browser.one("#percentiles .png").click();
        assertThat(ImageIO.read(browser.saved("percentiles.png").toFile()).getWidth())
                .isGreaterThan(1_000);
        assertThat(option("percentiles", "chart.getDataURL()")).isEqualTo(drawn);
        assertNothingToComplainOf();
    }

    @Test
    void shouldPlotInATerminal() throws Exception {
        BenchCall text =
                bench(List.of("report", "--text", results.get(0).toString(), saturated.toString(), hostile.toString()));
        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.out()).contains("end to end", "p50", "p99", "*", "SATURATED", "o loopback", HOSTILE);
        assertThat(text.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThan(160));
        assertThat(Path.of("report.html")).doesNotExist();
    }

    /** As tests leave them: a directory for each method, in one for all. */
    @Test
    void shouldFindResultsBelowADirectory() throws Exception {
        Path above = directory.resolve("above");
        Path result = FiveMinutes.of(saturated, 3);
        Files.createDirectories(above.resolve("SomeTest.method"));
        Files.move(result, above.resolve("SomeTest.method").resolve(result.getFileName()));
        Files.writeString(above.resolve("SomeTest.method").resolve("notes.txt"), "mine");

        BenchCall text = bench(List.of("report", "--text", above.toString()));

        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.err()).isEmpty();
        assertThat(text.out()).contains("SATURATED");
    }

    @Test
    void shouldRefuseWhatIsNoResult() throws Exception {
        assertRefused(
                "nowhere (expected: a result's directory; there is no such file or directory)", "report", "nowhere");
        Path empty = Files.createDirectories(directory.resolve("empty"));
        BenchCall none = assertRefused(
                "(expected: at least one result's directory, with a result.json)", "report", empty.toString());
        assertThat(none.err()).contains(empty + " is no result and was left out");
        Path other = Files.writeString(directory.resolve("omb.json"), "{\"aggregatedEndToEndLatency50pct\": 1.0}");
        assertRefused("; bench compare shows files of other tools without one", "report", other.toString());
        Files.writeString(other, "{\"aggregatedEndToEndLatency50pct\": \"NaN\"}");
        assertRefused(
                "omb.json:1: aggregatedEndToEndLatency50pct: NaN (expected: a finite number)",
                "report",
                saturated.toString(),
                other.toString());

        Path newer = FiveMinutes.of(saturated, 1);
        ObjectNode tree = (ObjectNode) json(newer);
        JSON.writeValue(newer.resolve("result.json").toFile(), tree.put("schemaVersion", 99));
        assertRefused("schemaVersion: 99 (expected: 1, which this bench reads", "report", newer.toString());
        JSON.writeValue(newer.resolve("result.json").toFile(), tree.put("schemaVersion", 1));
        Files.delete(newer.resolve("endToEnd-fork1.hlog"));
        assertRefused("endToEnd-fork1.hlog: missing (expected: a file in", "report", newer.toString());
        Files.writeString(newer.resolve("result.json"), "{");
        assertRefused("(expected: a whole result; this is no JSON", "report", newer.toString());

        Path precious = Files.writeString(directory.resolve("precious.html"), "mine");
        assertRefused(
                "(expected: a new file, or a report to be written anew; this is another)",
                "report",
                "--out",
                precious.toString(),
                saturated.toString());
        assertThat(precious).hasContent("mine");
        assertRefused(
                "(expected: a file in a directory that exists)",
                "report",
                "--out",
                "no/where.html",
                saturated.toString());
    }

    private static BenchCall assertRefused(String why, String... arguments) throws Exception {
        BenchCall bench = bench(List.of(arguments));
        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains(why);
        assertThat(Files.list(directory)).noneMatch(file -> file.toString().endsWith(".partial"));
        return bench;
    }
}
