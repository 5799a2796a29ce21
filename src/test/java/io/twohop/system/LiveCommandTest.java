package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.browser.Browser;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A live run in a real browser. */
@Order(1)
@Timeout(360)
class LiveCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int WIDE = 1_280;
    private static final Pattern ADDRESS = Pattern.compile("(?m)^live: (http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/)$");

    @TempDir
    Path directory;

    private BenchProcess bench(String... more) throws IOException {
        return BenchProcess.jar(
                directory,
                BenchProcess.with(
                        List.of(
                                "-Dworkload=smoke.yaml",
                                "-Drate=2k",
                                "-Dwarmup=1s",
                                "-Dduration=60s",
                                "-Dfloor=0s",
                                "-Didle=park",
                                BenchProcess.BYTES,
                                BenchProcess.FIRST_COMPILER,
                                BenchProcess.UNRECORDED,
                                "loopback.yaml"),
                        more));
    }

    private static URI address(BenchProcess bench) {
        await().atMost(PATIENCE).until(() -> ADDRESS.matcher(bench.err()).find());
        Matcher matcher = ADDRESS.matcher(bench.err());
        assertThat(matcher.find()).isTrue();
        return URI.create(matcher.group(1));
    }

    private static long seconds(Browser browser) {
        return (Long) browser.run("return Data.runs[0]?.forks[0]?.time.length ?? 0");
    }

    /** Reads in one step, since the page may redraw itself between two. */
    private static String text(Browser browser, String selector) {
        return (String) browser.run("return document.querySelector(arguments[0]).innerText", selector);
    }

    @SuppressWarnings("unchecked")
    private static List<String> figures(Browser browser) {
        return (List<String>) browser.run("return [...document.querySelectorAll('figure')].map(figure => figure.id)");
    }

    @Test
    void shouldDrawARunAsItGoesOnAndSayWhenItIsOver() throws Exception {
        BenchProcess bench = bench("--live");
        URI address = address(bench);
        try (Browser browser = new Browser(directory)) {
            browser.open(address, WIDE, false);
            await().atMost(PATIENCE)
                    .until(() -> seconds(browser) > 3 && figures(browser).contains("percentiles"));

            assertThat(figures(browser))
                    .containsExactly("over-time", "heat", "offered-over-time", "throughput-over-time", "percentiles");
            assertThat(text(browser, "#runs td")).isEqualTo("loopback smoke 2k/s, 64B");
            assertThat(text(browser, "#runs")).contains("measuring", "2,000/s");
            long points = drawn(browser);
            await().atMost(PATIENCE).until(() -> drawn(browser) > points + 1);
            assertThat(browser.violations()).isEmpty();
            assertThat(browser.console()).isEmpty();

            ProcessHandle child = bench.child();
            bench.signal("INT");
            assertThat(bench.exitCode()).isEqualTo(130);
            assertThat(child.isAlive()).isFalse();
            bench.assertIncomplete(bench.result(), "interrupted");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(text(browser, "[role=status]")).startsWith("The bench has ended."));
            assertThat(browser.all("figure canvas")).isNotEmpty();
            browser.colors(true);
            assertThat(browser.violations()).isEmpty();
        }
    }

    @Test
    void shouldEndWithTheFiguresOfTheResult() throws Exception {
        BenchProcess bench = bench("--live", "-Dduration=5s");
        URI address = address(bench);
        try (Browser browser = new Browser(directory)) {
            browser.open(address, WIDE, false);
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(text(browser, "[role=status]")).startsWith("The bench has ended."));

            JsonNode result = new ObjectMapper()
                    .readTree(bench.result().resolve("result.json").toFile());
            String verdict = result.at("/verdict/kind").asText().toLowerCase(Locale.ROOT);
            assertThat(text(browser, "#runs tbody tr")).contains(verdict);
            assertThat((Long) browser.run("return Data.runs[0].final.nanos[0]"))
                    .isEqualTo(
                            result.at("/probes/endToEnd/percentilesNanos/p50").asLong());
            assertThat((Long) browser.run("return Data.runs[0].final.nanos[2]"))
                    .isEqualTo(result.at("/probes/endToEnd/maxNanos").asLong());
        }
    }

    /** Counts the seconds in the chart. */
    private static long drawn(Browser browser) {
        return (Long)
                browser.run("return echarts.getInstanceByDom(document.querySelector('#over-time .chart')).getOption()"
                        + ".series.at(-1).data.length");
    }

    private static void assertAnswersOnlyWhoKnows(URI address) throws IOException {
        String host = address.getAuthority();
        assertThat(answer(address, "GET " + address.getPath(), host)).startsWith("HTTP/1.1 200 ");
        assertThat(answer(address, "GET " + address.getPath() + "data", host)).contains("\"live\":true");
        assertThat(answer(address, "GET /", host)).startsWith("HTTP/1.1 404 ");
        assertThat(answer(address, "GET /0123/", host)).startsWith("HTTP/1.1 404 ");
        assertThat(answer(address, "GET " + address.getPath() + "../etc", host)).startsWith("HTTP/1.1 404 ");
        assertThat(answer(address, "GET " + address.getPath(), "rebound.example"))
                .as("another name")
                .startsWith("HTTP/1.1 404 ");
        assertThat(answer(address, "POST " + address.getPath(), host)).startsWith("HTTP/1.1 405 ");
    }

    private static String answer(URI address, String request, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName(address.getHost()), address.getPort())) {
            String asked =
                    request + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(asked.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldAddNothingToTheJvmThatMeasuresAndAnswerOnlyWhoKnowsItsAddress() throws Exception {
        BenchProcess plain = bench();
        plain.awaitMeasuring();
        Set<String> threads = threads(plain.child());
        String command = command(plain.child());
        plain.end();
        BenchProcess live = bench("--live");
        live.awaitMeasuring();

        assertThat(threads(live.child())).isEqualTo(threads);
        assertThat(command(live.child())).isEqualTo(command);
        assertAnswersOnlyWhoKnows(address(live));
        live.end();
    }

    /** Returns the names of threads, without those of the JVM, which decides how many compile or collect. */
    private static Set<String> threads(ProcessHandle process) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
            return tasks.map(task -> {
                        try {
                            return Files.readString(task.resolve("comm")).strip();
                        } catch (IOException e) {
                            return "";
                        }
                    })
                    .filter(name -> !name.isEmpty() && !name.matches("(GC|G1|C1|C2|VM) .*"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Returns the arguments, without names that change with each run. */
    private static String command(ProcessHandle process) {
        return Arrays.stream(process.info().arguments().orElseThrow())
                .collect(Collectors.joining(" "))
                .replaceAll("twohop-[a-z0-9]+", "twohop");
    }
}
