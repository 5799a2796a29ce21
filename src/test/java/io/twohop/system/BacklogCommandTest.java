package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Backlogs of real transports, by the packaged command. Verdicts depend on the machine; counts do not. */
@Timeout(300)
class BacklogCommandTest {
    /** A thousand messages are due while consumers stop, of which a busy machine sends part later. */
    private static final int LEAST_BUILT = 300;

    /** The names of a chart's shaded parts. */
    private static final String PHASES = """
            const chart = echarts.getInstanceByDom(document.querySelector(arguments[0] + ' .chart'));
            return chart.getOption().series.flatMap((one) => one.markArea ? one.markArea.data.map(([from]) => from.name) : []);
            """;

    private static final String HAS_GAP = """
            const chart = echarts.getInstanceByDom(document.querySelector('#offered-over-time .chart'));
            const p50 = chart.getOption().series.find((one) => one.name === 'p50');
            return !p50.connectNulls && p50.data.some((point) => point[1] === '-');
            """;
    private static final String FITS =
            "return [...document.querySelectorAll('#faults .scroll')].every((one) => one.scrollWidth <= one.clientWidth)";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STOP = "[{at: 2s, target: consumer, action: stop, for: 2s}]";

    @TempDir
    Path directory;

    private BenchProcess bench(String faults, String... arguments) throws Exception {
        return BenchProcess.jar(directory, arguments(faults, arguments));
    }

    private static String[] arguments(String faults, String... arguments) {
        List<String> defaults = List.of(
                "-Dworkload=smoke.yaml",
                "-Drate=500",
                "-Dwarmup=1s",
                "-Dduration=8s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.BYTES,
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                "-Dslo.achieved=30 %",
                "-Dfaults=" + faults);
        return BenchProcess.with(defaults, arguments);
    }

    private static void assertBuiltAndDrained(BenchProcess bench, long leastMessages) throws Exception {
        JsonNode result = bench.resultJson();
        JsonNode accounting = result.path("accounting");
        assertThat(accounting.path("scheduled").asLong()).isEqualTo(4_500);
        assertThat(accounting.path("received").asLong()).isEqualTo(4_500);
        assertThat(accounting.path("lost").asLong()).isZero();
        JsonNode backlog = result.at("/forks/0/faults/outcomes/0/backlog");
        assertThat(backlog.path("messages").asLong()).isBetween(leastMessages, 4_000L);
        assertThat(backlog.path("bytes").asLong())
                .isGreaterThanOrEqualTo(64 * backlog.path("messages").asLong());
        assertThat(backlog.path("buildNanos").asLong()).isPositive();
        assertThat(result.at("/forks/0/faults/outcomes/0/longestGapNanos").asLong())
                .as("nothing arrives while consumers are stopped")
                .isGreaterThan(500_000_000);
        assertThat(backlog.at("/producers/building/sent/count").asLong()).isPositive();
        assertThat(Files.readAllLines(bench.result().resolve("forks.csv")).get(0))
                .contains(",backlog.drainedPerSecond,", ",backlog.drainNanos,");
    }

    @Test
    void shouldReportABacklogInSummaryResultAndReport() throws Exception {
        BenchProcess bench = bench(STOP, "chronicle.yaml");

        bench.assertMeasured();
        assertBuiltAndDrained(bench, LEAST_BUILT);
        assertThat(bench.said())
                .containsPattern("stop consumer at 2\\.\\d+ s for \\d\\.\\d+ s")
                .containsPattern("backlog of [\\d,]+ messages \\([\\d.]+ KB\\) built in \\d\\.\\d+ s")
                .contains("producers before ", "building sent ", "draining sent ")
                .doesNotContain("no client noticed");
        assertThat(bench.leftBehind()).isEmpty();
        try (Browser browser = new Browser(directory)) {
            browser.open(bench.result().resolve("report.html"), 1_280, false);
            assertThat(browser.one("#faults").getText())
                    .contains("stop consumer", "Backlog", "drained in", "latency as before", "building", "pushed back");
            assertThat(browser.console()).isEmpty();
            assertThat(browser.violations()).isEmpty();
            for (String chart : List.of("over-time", "offered-over-time", "throughput-over-time")) {
                assertThat(browser.run(PHASES, "#" + chart).toString())
                        .as(chart)
                        .endsWith("backlog builds, drains]");
            }
            assertThat((Boolean) browser.run(HAS_GAP))
                    .as("no line leads through a time without arrivals")
                    .isTrue();
            assertThat((Boolean) browser.run(FITS))
                    .as("no table needs a wider window")
                    .isTrue();
            browser.screenshot("backlog");
            browser.open(bench.result().resolve("report.html"), 390, false);
            browser.screenshot("backlog-phone");
            browser.open(reportWithoutRecovery(bench.result()), 1_280, false);
            assertThat(browser.one("#faults").getText()).contains("not within the run");
            assertThat((Boolean) browser.run(FITS)).as("words fit as well").isTrue();
        }
    }

    /** Makes the report of a run that never became as it was before. */
    private Path reportWithoutRecovery(Path result) throws Exception {
        Path file = result.resolve("result.json");
        ObjectNode all = (ObjectNode) JSON.readTree(file.toFile());
        ObjectNode outcome = (ObjectNode) all.at("/forks/0/faults/outcomes/0");
        outcome.putNull("firstThroughNanos").putNull("steadyNanos");
        ((ObjectNode) outcome.path("backlog")).putNull("steadyNanos");
        JSON.writeValue(file.toFile(), all);
        Path report = directory.resolve("without-recovery.html");
        BenchCall call = BenchCall.of(directory, "report", result.toString(), "--out=" + report);
        assertThat(call.exitCode()).as(call.err()).isZero();
        return report;
    }

    @Test
    void shouldShowHowBacklogsOfSeveralRunsDrained() throws Exception {
        BenchProcess bench = bench(STOP, "-Dduration=5s", "chronicle.yaml", "chronicle-async.yaml");

        assertThat(bench.exitCode()).as(bench.out() + bench.err()).isIn(0, 4);
        assertThat(bench.out())
                .containsPattern("(?m)^transport +run +backlog +drained in +arrived +latency as before$");
        Path matrix = BenchProcess.resultsIn(directory, "-matrix").get(0);
        List<String> rows = Files.readAllLines(matrix.resolve("summary.csv"));
        List<String> names = List.of(rows.get(0).split(","));
        assertThat(rows).hasSize(3);
        for (String row : rows.subList(1, 3)) {
            // The reason of a verdict may have commas, and precedes the columns read here.
            List<String> all = List.of(row.split(",", -1));
            List<String> values = all.subList(all.size() - names.size(), all.size());
            Path result = matrix.resolveSibling(values.get(names.indexOf("result")));
            JsonNode backlog =
                    JSON.readTree(result.resolve("result.json").toFile()).at("/forks/0/faults/outcomes/0/backlog");
            assertThat(backlog.path("messages").asLong()).isGreaterThan(LEAST_BUILT);
            for (String name : List.of("Messages", "DrainedPerSecond", "DrainNanos", "SteadyNanos")) {
                JsonNode figure = backlog.path(name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1));
                assertThat(values.get(names.indexOf("backlog" + name)))
                        .as(name)
                        .isEqualTo(figure.isNull() ? "" : figure.asText());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka.yaml", "jetstream-file.yaml"})
    void shouldDrainABacklogOfABroker(String transport) throws Exception {
        BenchProcess bench = bench(STOP, transport);

        bench.assertMeasured();
        assertBuiltAndDrained(bench, LEAST_BUILT);
        assertThat(bench.resultJson()
                        .at("/forks/0/faults/outcomes/0/backlog/producers/building/acknowledged/count")
                        .asLong())
                .isPositive();
        assertThat(bench.descendants()).isEmpty();
    }

    @Test
    void shouldStopConsumersUntilSoManyMessagesWait() throws Exception {
        BenchProcess bench = bench("[{at: 2s, target: consumer, action: stop, messages: 1200}]", "chronicle.yaml");

        bench.assertMeasured();
        assertBuiltAndDrained(bench, 1_190);
        assertThat(bench.said()).contains("stop consumer at ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        nats.yaml           | -Dhops=2                      | faults or backlog: consumer (expected: a transport that stores messages
        loopback.yaml       | -Dhops=2                      | faults or backlog: consumer (expected: a transport that stores messages
        aeron-ipc.yaml      | -Dhops=2                      | faults or backlog: consumer (expected: a transport that stores messages
        chronicle.yaml      | -Dservice={process: true}     | and a service in the measuring process; for one in its own process, pause service
        jetstream-file.yaml | -Dtransport.stream.max_msgs=9 | stream.max_msgs: 9 (expected: more than 1,000 messages, the backlog
        kafka.yaml          | -Dtransport.topic.retention.ms=1000 | topic.retention.ms: 1000 (expected: more than 2000 ms
        chronicle.yaml      | -Dduration=4s                 | (expected: one that is over before the measured 4s are)
        """)
    void shouldRefuseABacklogThatCannotBe(String transport, String option, String words) {
        BenchCall bench = BenchCall.of(directory, arguments(STOP, option, transport));

        assertThat(bench.exitCode()).as(bench.out() + bench.err()).isEqualTo(2);
        assertThat(bench.err().replaceAll("\\s+", " ")).contains(words);
    }

    @Test
    void shouldLeaveNothingBehindWhereItRefuses() throws Exception {
        BenchProcess bench = bench(STOP, "-Dduration=4s", "chronicle.yaml");

        assertThat(bench.exitCode()).as(bench.out() + bench.err()).isEqualTo(2);
        assertThat(bench.leftBehind()).isEmpty();
    }
}
