package io.twohop.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.twohop.browser.Browser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.w3c.dom.Document;

/** The page over a sample of the site's data, from files, in a real browser. */
@Tag("one-jdk")
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(300)
class SitePageTest {
    private static final int WIDE = 1_280;
    private static final int PHONE = 390;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String KAFKA = "20261110-020000-order-path-00000002";
    private static final String NATS = "20261012-020000-order-path-00000003";
    private static final String CHRONICLE = "20261109-020000-order-path-00000001";
    private static final String[] VIEWS = {
        "#/",
        "#/results",
        "#/scenario/" + SampleSite.id(1),
        "#/result/" + KAFKA,
        "#/compare?a=" + SampleSite.id(1) + "&b=" + SampleSite.id(2)
    };

    @TempDir
    static Path directory;

    private static Path downloads;
    private static Path site;
    private static Browser browser;
    private static int opened;

    @BeforeAll
    static void write() throws Exception {
        site = Files.createDirectory(directory.resolve("public"));
        SampleSite.write(site);
        downloads = Files.createDirectory(directory.resolve("downloads"));
        browser = new Browser(downloads);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void forget() {
        browser.console();
    }

    private static void open(String address) {
        open(site, address, WIDE, false);
    }

    /** Opens the page anew; a browser does not load a page again if only the part behind # differs. */
    private static void open(Path from, String address, int width, boolean dark) {
        browser.open(URI.create(from.resolve("index.html").toUri() + "?" + ++opened + address), width, dark);
        settle();
    }

    private static void settle() {
        await().atMost(LIMIT)
                .until(() -> !browser.all("#view[aria-busy=false], main .note[role=alert]")
                        .isEmpty());
        browser.awaitDrawn();
    }

    private static String text(String selector) {
        return browser.one(selector).getText();
    }

    private static String address() {
        return (String) browser.run("return window.location.hash");
    }

    @SuppressWarnings("unchecked")
    private static List<String> texts(String selector) {
        return (List<String>) browser.run(
                "return [...document.querySelectorAll(arguments[0])].map((one) => (one.innerText ?? one.textContent).replace(/\\s+/g, ' ').trim())",
                selector);
    }

    /** Names of transports by row of the first table of a question, with their places. */
    private static List<String> places(String question) {
        return texts("#question-" + question + " .scroll:first-of-type tbody td:first-child").stream()
                .map(text -> text.split(" ")[0] + " " + text.split(" ")[1])
                .toList();
    }

    private static void assertNothingLogged() {
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void shouldRankOnlyUsableDefaultsOfOneQuestionAndMachine() {
        open("#/");
        assertThat(text("h1")).isEqualTo("Order path");
        // By p99: Kafka's is trusted; the others are refused, however fast they look.
        assertThat(places("q1-0")).containsExactly("1. chronicle", "2. kafka", "– nats", "– aeron", "– redis");
        assertThat(texts("#question-q1-0 caption"))
                .hasSize(2)
                .element(1)
                .asString()
                .isEqualTo("Tuned, without a place");
        assertThat(texts("#question-q1-0 .scroll:nth-of-type(2) tbody td:first-child"))
                .singleElement()
                .asString()
                .startsWith("– kafka")
                .contains("producer.linger.ms: 5");
        assertThat(texts("section[id^=question-q4] tbody tr"))
                .as("another machine")
                .hasSize(1);
        assertThat(text("[role=status]")).isEqualTo("11 scenarios.");
        assertNothingLogged();
    }

    @Test
    void shouldLeaveFiguresBeyondTrustOutOfARanking() {
        open("#/?by=p999");
        assertThat(places("q1-0")).startsWith("1. chronicle", "– kafka");
        assertThat(texts("#question-q1-0 tbody tr:nth-child(2) .untrusted")).containsExactly("(5.00 ms)", "(12.5 ms)");
        assertThat(text("#question-q1-0")).contains("beyond the trusted percentile");
        assertThat(texts("#question-q1-0 tbody tr:nth-child(2) td:nth-child(3)"))
                .first()
                .isEqualTo("one fork trusted: to p99");
        assertNothingLogged();
    }

    @Test
    void shouldGreyRefusedResultsAndSayWhy() {
        open("#/");
        assertThat(texts("#question-q1-0 tr.refused td:nth-child(2)"))
                .containsExactly(
                        "SATURATED the backlog grew by 900 messages/s",
                        "INVALID 12 messages are missing",
                        "INCOMPLETE interrupted after 2 of 5 forks");
        assertThat(browser.run("const color = (selector) => getComputedStyle(document.querySelector(selector)).color;"
                        + "return color('tr.refused td:nth-child(4)') !== color('tr:not(.refused) td:nth-child(4)')"))
                .isEqualTo(true);
        // A missed objective is a result like others.
        assertThat(places("q2-0")).containsExactly("1. chronicle");
        assertThat(places("q3-0")).containsExactly("– chronicle");
    }

    @ParameterizedTest
    @CsvSource({
        "transport=nats, 2",
        "transport=nats&transport=redis, 3",
        "codec=sbe, 1",
        "workload=large, 1",
        "rate=50000, 1",
        "size=65536, 1",
        "machine=lab-2, 1",
        "jdk=25, 1",
        "q=KAFKA+linger, 1",
        "q=nothing, 0",
        "version=3.9.0, 1",
        "verdict=Saturated, 2",
        "verdict=Saturated&transport=nats, 1",
        "revision=feed, 1",
        "from=2026-11-10, 1",
        "to=2026-10-02, 1",
        "from=2026-10-17&to=2026-10-19, 4",
    })
    void shouldFilter(String query, int scenarios) {
        open("#/?" + query);
        assertThat(texts("#view tbody tr")).hasSize(scenarios);
        assertThat(text("[role=status]")).startsWith(scenarios + " of 11 scenarios pass the filters.");
        assertNothingLogged();
    }

    @Test
    void shouldShowTheNewestResultThatPasses() {
        open("#/?verdict=Met&transport=nats&rate=10000");
        assertThat(places("q1-0")).containsExactly("1. nats");
        assertThat(text("#question-q1-0")).contains("2026-10-11", "180 µs").doesNotContain("SATURATED");

        open("#/results?transport=nats");
        assertThat(texts("#view tbody td:first-child"))
                .containsExactly("2026-10-20 02:00", "2026-10-12 02:00", "2026-10-11 02:00");
        assertThat(browser.all("#view .rank")).isEmpty();
    }

    @Test
    void shouldKeepFiltersInTheAddress() {
        open("#/");
        browser.one("[data-key=transport] summary").click();
        browser.one("[data-key=transport] input[value=kafka]").click();
        await().atMost(LIMIT).until(() -> texts("#view tbody tr").size() == 2);
        browser.one("[data-key=transport] input[value=nats]").click();
        await().atMost(LIMIT).until(() -> texts("#view tbody tr").size() == 4);
        assertThat(address()).isEqualTo("#/?transport=kafka&transport=nats");
        assertThat(text("[data-key=transport] summary")).isEqualTo("transport: kafka, nats");

        open(address());
        assertThat(texts("#view tbody tr")).hasSize(4);
        assertThat(texts(".boxes input:checked")).hasSize(2);

        browser.run("document.querySelector('#view a[href*=scenario]').click()");
        await().atMost(LIMIT).until(() -> address().startsWith("#/scenario/"));
        browser.run("history.back()");
        await().atMost(LIMIT).until(() -> texts("#view tbody tr").size() == 4);
        assertThat(address()).isEqualTo("#/?transport=kafka&transport=nats");

        browser.one("input[name=q]").sendKeys("large");
        await().atMost(LIMIT).until(() -> texts("#view tbody tr").size() == 1);
        assertThat(address()).isEqualTo("#/?transport=kafka&transport=nats&q=large");
        assertThat(browser.run("return document.activeElement.name"))
                .as("typing goes on")
                .isEqualTo("q");
        browser.one(".clear").click();
        await().atMost(LIMIT).until(() -> texts("#view tbody tr").size() == 11);
        assertThat(address()).isEqualTo("#/");
        assertNothingLogged();
    }

    @Test
    void shouldBreakTheTrendAndMarkItsChange() {
        open("#/scenario/" + SampleSite.id(1));
        // The line has two parts, one of each machine.
        String line = (String) browser.run("return document.querySelector('#trend-chart path').getAttribute('d')");
        assertThat(line.split("M", -1)).hasSize(3);
        assertThat(line.split("L", -1)).hasSize(SampleSite.SERIES - 1);
        assertThat(texts("#trend-chart svg text").toString())
                .contains("kernel 6.1 -> 6.6", "+19.8 % abc001e", "2026-10-12: new disk");
        assertThat(text("#trend table")).contains("2026-10-31", "+19.8 % worse", "+18.1 % to +21.4 %", "abc001d");
        assertThat(text("#trend ul")).contains("machine changed, kernel 6.1 -> 6.6", "2026-10-12: new disk");
        assertThat(browser.all("#results tbody tr")).hasSize(SampleSite.SERIES);
        assertThat(text("#machines")).contains("lab-2");
        assertThat(text("#pairs")).contains("kafka", "faster", "-99.5 %");

        open("#/scenario/" + SampleSite.id(1) + "?from=2026-10-22");
        assertThat(text("[role=status]")).isEqualTo("19 of 40 results pass the filters.");
        assertThat(texts("#trend-chart svg text").toString())
                .as("the break is of a hidden result")
                .contains("kernel 6.1 -> 6.6");
        assertNothingLogged();
    }

    @Test
    void shouldShowNoDifferenceWithoutAnInterval() {
        open("#/scenario/" + SampleSite.id(3));
        assertThat(text("#pairs")).contains("p99", "not enough data").doesNotContain("12.3 %");
        open("#/compare?a=" + SampleSite.id(3) + "&b=" + SampleSite.id(1));
        assertThat(text("#verdict")).contains("not enough data").doesNotContain("12.3 %");
        assertNothingLogged();
    }

    @Test
    void shouldNotDrawARefusedResultOnTheLine() {
        open("#/scenario/" + SampleSite.id(3));
        assertThat(browser.run("return [...document.querySelectorAll('#trend-chart circle')].filter((one) =>"
                        + " one.getAttribute('stroke-width') === '1.5').length"))
                .isEqualTo(1L);
        assertThat(text("#trend-chart .note")).contains("Hollow points (1)");
    }

    @Test
    void shouldScaleAgainstTheRateOnOneMachine() {
        open("#/scenario/" + SampleSite.id(8));
        assertThat(texts("#scaling tbody td:first-child")).containsExactly("10,000/s", "50,000/s (this)", "100,000/s");
        assertThat(texts("#scaling tr.refused")).singleElement().asString().contains("achieved 81,000 of 100,000/s");
        assertNothingLogged();
    }

    @Test
    void shouldShowWhatRepeatsAResult() {
        open("#/result/" + KAFKA);
        assertThat(text("#repeat"))
                .contains(
                        "./bench -Drate=10k kafka.yaml",
                        "mode: latency",
                        "transport: here",
                        "governor",
                        "performance",
                        "clock source",
                        "-XX:+UseZGC",
                        "3.9.0");
        assertThat(text("#latency")).contains("end to end", "250 µs", "(5.00 ms)", "(22.5 ms)");
        assertThat(text("#forks")).contains("One fork: no interval.");
        assertThat(text("#guarantees")).contains("acknowledged", "lost");
        assertThat(browser.all("a.report")).isEmpty();

        open("#/result/" + CHRONICLE + "?scenario=" + SampleSite.id(1));
        assertThat(browser.one("a.report").getAttribute("href")).endsWith("/reports/" + CHRONICLE + ".html");
        assertThat(text("#forks")).doesNotContain("no interval");
        assertThat(text("#repeat"))
                .contains("Add --classpath if the run had one")
                .doesNotContain("--interleave");
        open("#/result/" + NATS);
        assertThat(text("#repeat")).contains("The run took turns with others (--interleave)");
        assertThat(text("#view")).contains("not comparable", "the backlog grew by 900 messages/s");
        open("#/result/none");
        assertThat(text("#view")).contains("This site has no result none.");
        assertNothingLogged();
    }

    @Test
    void shouldGiveAVerdictOnlyWhereTheBuildDid() {
        open("#/compare?a=" + SampleSite.id(2) + "/" + KAFKA + "&b=" + SampleSite.id(1) + "/" + CHRONICLE);
        // The build compared them the other way round.
        assertThat(text("#verdict")).contains("B against A: faster", "-99.5 %", "-99.6 % to -99.3 %");
        assertThat(text("#settings")).contains("transport", "kafka", "chronicle", "forks");

        open("#/compare?a=" + SampleSite.id(2) + "/" + KAFKA + "&b=20261108-020000-order-path-00000001");
        assertThat(text("#verdict"))
                .contains("Not compared.", "./bench compare 20261110-020000-order-path 20261108-020000-order-path")
                .doesNotContain("faster");
        open("#/compare?a=" + NATS + "&b=" + KAFKA);
        assertThat(text("#verdict")).contains("Not compared. A is Saturated: the backlog grew by 900 messages/s.");
        assertThat(texts("#figures tbody tr:nth-child(6) td.refused")).hasSize(1);
        open("#/compare?a=" + SampleSite.id(1) + "&b=" + SampleSite.id(10));
        assertThat(text("#verdict")).contains("different machine classes");
        assertThat(text("#settings")).contains("machine: governor", "powersave");
        assertNothingLogged();
    }

    @Test
    void shouldCompareTwoChosenResults() {
        open("#/");
        browser.run("document.querySelectorAll('input.choose').forEach((box, i) => i < 3 && box.click())");
        assertThat(browser.run("return document.querySelectorAll('input.choose:checked').length"))
                .as("the first of three is given up")
                .isEqualTo(2L);
        browser.one(".selection a").click();
        await().atMost(LIMIT).until(() -> !browser.all("#verdict").isEmpty());
        assertThat(address()).startsWith("#/compare?a=" + SampleSite.id(2));
        browser.one(".selection button").click();
        assertThat(browser.one(".selection").isDisplayed()).isFalse();
    }

    @Test
    void shouldKeepMarkupText() throws Exception {
        String id = "20261023-020000-" + SampleSite.HOSTILE + "-0000000c";
        String encoded = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        for (String view : List.of(
                "#/",
                "#/?q=javascript",
                "#/results",
                "#/scenario/" + SampleSite.id(12),
                "#/result/" + encoded,
                "#/compare?a=" + SampleSite.id(12) + "&b=" + SampleSite.id(12),
                "#/scenario/%3Cimg%20src=x%3E",
                "#/result/%E0%A4A",
                "#/?transport=%3Cimg%20src=x%3E&from=%3Cb%3E&version=%22")) {
            open(view);
            assertThat(
                            browser.run(
                                    "return [window.hacked ?? null, document.querySelectorAll('img, body script:not([src]), b').length,"
                                            + " [...document.querySelectorAll('a')].filter((one) => !/^(#|reports\\/)/.test(one.getAttribute('href'))).length]"))
                    .as(view)
                    .asString()
                    .isEqualTo("[null, 0, 0]");
            assertThat(browser.console()).as(view).isEmpty();
        }
        open("#/result/" + encoded);
        assertThat(text("h1")).isEqualTo(id);
        assertThat(text("#repeat .command")).isEqualTo(SampleSite.HOSTILE);
        open("#/scenario/" + SampleSite.id(12));
        browser.one("#trend-chart button.svg").click();
        Document saved = svg(browser.saved("trend-chart.svg"));
        assertThat(saved.getElementsByTagName("img").getLength()
                        + saved.getElementsByTagName("script").getLength())
                .isZero();
        Files.delete(downloads.resolve("trend-chart.svg"));
    }

    private static Document svg(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(file.toFile());
    }

    @Test
    void shouldNameFilesThatAreMissing() throws Exception {
        Path broken = Files.createDirectory(directory.resolve("broken"));
        SampleSite.write(broken);
        String shard = shards(broken).get(2);
        Files.delete(broken.resolve("data/" + shard + ".js"));
        open(broken, "#/results", WIDE, false);
        assertThat(text("[role=alert]")).contains("data/" + shard + ".js is missing. What it holds is not shown.");
        assertThat(text("[role=status]")).startsWith("43 results.");
        open(broken, "#/result/" + KAFKA, WIDE, false);
        assertThat(text("[role=alert]")).contains(shard);
        Files.writeString(broken.resolve("data/" + shard + ".js"), "register(\"other\", {});");
        open(broken, "#/scenario/" + SampleSite.id(2), WIDE, false);
        assertThat(text("[role=alert]")).contains("holds no data of this site");
        assertThat(text("[role=status]")).contains("0 results. 1 more could not be read.");
        Files.delete(broken.resolve("data/manifest.js"));
        open(broken, "#/", WIDE, false);
        assertThat(text("#page")).contains("data/manifest.js is missing");
        browser.console();
    }

    private static List<String> shards(Path from) throws IOException {
        String manifest = Files.readString(from.resolve("data/manifest.js"));
        JsonNode tree = new ObjectMapper().readTree(manifest.substring(manifest.indexOf('{')));
        return Stream.of(0, 1, 2, 3)
                .map(i -> tree.at("/shards/" + i + "/0").asText())
                .toList();
    }

    @Test
    void shouldLoadOnlyWhatAViewNeeds() throws Exception {
        List<String> shards = shards(site);
        List<String> asked = new CopyOnWriteArrayList<>();
        HttpServer server = server(asked);
        try {
            URI page = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/index.html");
            assertThat(loaded(page, "#/", asked))
                    .hasSize(3)
                    .doesNotContainAnyElementsOf(shards)
                    .contains("manifest");
            assertThat(loaded(page, "#/scenario/" + SampleSite.id(12), asked))
                    .contains(shards.get(3))
                    .doesNotContainAnyElementsOf(shards.subList(0, 3));
            assertThat(loaded(page, "#/result/" + CHRONICLE + "?scenario=" + SampleSite.id(1), asked))
                    .contains(shards.get(0))
                    .doesNotContainAnyElementsOf(shards.subList(2, 4));
            // Without its scenario, a result is searched where its day is, and only as far as needed.
            assertThat(loaded(page, "#/result/" + KAFKA, asked))
                    .contains(shards.get(2))
                    .doesNotContain(shards.get(0), shards.get(1), shards.get(3));
            assertThat(loaded(page, "#/results?from=2026-11-10", asked))
                    .contains(shards.get(2))
                    .doesNotContain(shards.get(0), shards.get(1), shards.get(3));
        } finally {
            server.stop(0);
        }
        assertNothingLogged();
    }

    /** Serves the site as any static host would. */
    private static HttpServer server(List<String> asked) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            asked.add(path);
            Path file = site.resolve(path.substring(1));
            byte[] content = Files.readAllBytes(file);
            exchange.getResponseHeaders().add("Cache-Control", "no-store");
            exchange.getResponseHeaders()
                    .add(
                            "Content-Type",
                            path.endsWith(".js")
                                    ? "text/javascript"
                                    : path.endsWith(".css") ? "text/css" : "text/html");
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
            exchange.close();
        });
        server.start();
        return server;
    }

    /** Opens a view and returns the names of the data files that it loaded. */
    private static List<String> loaded(URI page, String view, List<String> asked) {
        asked.clear();
        browser.open(URI.create(page + "?" + ++opened + view), WIDE, false);
        settle();
        return asked.stream()
                .filter(path -> path.startsWith("/data/"))
                .map(path -> path.replaceAll("/data/|\\.js$", ""))
                .toList();
    }

    @Test
    void shouldLeaveMostOfAFirstViewToItsData() throws Exception {
        assertThat(Files.size(site.resolve("index.html")) + Files.size(named(".js")) + Files.size(named(".css")))
                .as("bytes without data; a first view has 200 KB")
                .isLessThan(120_000);
    }

    private static Path named(String end) throws IOException {
        try (Stream<Path> files = Files.list(site)) {
            return files.filter(file -> file.toString().endsWith(end))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void shouldSaveWhatIsShown() throws Exception {
        open("#/?transport=nats&rate=10000");
        browser.one("#view button.csv").click();
        assertThat(Files.readAllLines(browser.saved("overview.csv")))
                .hasSize(2)
                .element(1)
                .asString()
                .contains(NATS, "Saturated,false,the backlog grew by 900 messages/s");
        open("#/result/" + KAFKA);
        browser.one("#view button.json").click();
        JsonNode saved = new ObjectMapper()
                .readTree(browser.saved(KAFKA + ".json").toFile())
                .get(0);
        assertThat(saved.get("untrusted").asText()).isEqualTo("p99.9 p99.99 max");
        assertThat(saved.get("forks").asInt()).isEqualTo(1);
        assertThat(saved.get("command").asText()).isEqualTo("./bench -Drate=10k kafka.yaml");
        open("#/scenario/" + SampleSite.id(1));
        browser.one("#trend-chart button.svg").click();
        Document drawing = svg(browser.saved("trend-chart.svg"));
        assertThat(drawing.getElementsByTagName("circle").getLength()).isEqualTo(SampleSite.SERIES);
        assertThat(Files.readString(downloads.resolve("trend-chart.svg")))
                .contains("chronicle: results over time", "kernel 6.1")
                .doesNotContain("var(--", "class=", "href");
        Files.delete(downloads.resolve("trend-chart.svg"));
        browser.one("#trend-chart button.csv").click();
        assertThat(Files.readAllLines(browser.saved("trend-chart.csv"))).hasSize(SampleSite.SERIES + 1);
        assertNothingLogged();
    }

    @Test
    void shouldWorkByKeyboard() {
        open("#/");
        WebElement summary = browser.one("[data-key=verdict] summary");
        summary.sendKeys(Keys.ENTER);
        browser.one("[data-key=verdict] input[value=Invalid]").sendKeys(Keys.SPACE);
        await().atMost(LIMIT).until(() -> texts("#view tbody tr").size() == 1);
        browser.one("[data-key=verdict] input[value=Invalid]").sendKeys(Keys.ESCAPE);
        assertThat(browser.run("return document.activeElement.innerText")).isEqualTo("verdict: Invalid");
        assertThat(browser.run("return getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
        assertThat(browser.run("return document.querySelector('.scroll').tabIndex"))
                .isEqualTo(0L);

        open("#/scenario/" + SampleSite.id(1));
        assertThat(browser.run("return document.activeElement.tagName")).isEqualTo("H1");
        WebElement chart = browser.one("#trend-chart .drawing");
        chart.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
        assertThat(text("#trend-chart .reading")).contains("2026-10-02 02:00, abc0001", "p50: 1.01 µs");
        assertThat(browser.one("#trend-chart svg").getAttribute("aria-label")).contains("40 points", "+19.8 %");
        chart.sendKeys(Keys.ENTER);
        await().atMost(LIMIT).until(() -> address().startsWith("#/result/20261002"));
    }

    @Test
    void shouldKeepTheChosenFigureInTheAddress() {
        open("#/scenario/" + SampleSite.id(1));
        browser.run("const select = document.querySelector('#trend-chart select'); select.value = 'p99';"
                + "select.dispatchEvent(new Event('change'))");
        await().atMost(LIMIT).until(() -> address().endsWith("?figure=p99"));
        open(address());
        assertThat(texts("#trend-chart svg text")).contains("p99");
        assertThat(text("#trend-chart .note")).contains("Changes are searched in p50.");
    }

    @Test
    void shouldBeAccessibleInLightAndDarkAndOnAPhone() throws Exception {
        Map<String, String> names = Map.of(
                VIEWS[0],
                "overview",
                VIEWS[1],
                "results",
                VIEWS[2],
                "scenario",
                VIEWS[3],
                "result",
                VIEWS[4],
                "compare");
        for (String view : VIEWS) {
            for (boolean dark : new boolean[] {false, true}) {
                open(site, view, WIDE, dark);
                assertNothingLogged();
                assertThat(browser.violations())
                        .as(view + (dark ? " dark" : " light"))
                        .isEmpty();
                // The checker tries to fetch the style, which the page's policy forbids.
                browser.console();
                browser.screenshot("site-" + names.get(view) + (dark ? "-dark" : ""));
                open(site, view, PHONE, dark);
                assertThat((Boolean) browser.run(
                                "const root = document.documentElement; return root.scrollWidth <= root.clientWidth"))
                        .as(view + " does not scroll sideways")
                        .isTrue();
                browser.screenshot("site-" + names.get(view) + "-phone" + (dark ? "-dark" : ""));
            }
        }
        assertNothingLogged();
    }
}
