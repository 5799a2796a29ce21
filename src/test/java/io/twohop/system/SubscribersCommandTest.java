package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several subscribers over real transports, by the command's results. */
@Timeout(360)
class SubscribersCommandTest {
    private static final int MESSAGES = 900;

    private static final List<String> SHORT = List.of(
            "-Dworkload=smoke.yaml",
            "-Drate=300",
            "-Dwarmup=1s",
            "-Dduration=2s",
            "-Dfloor=0s",
            "-Ddrain=30s",
            "-Didle=park",
            "-Dsubscribers=3",
            BenchProcess.BYTES,
            BenchProcess.FIRST_COMPILER);

    @TempDir
    Path directory;

    private BenchProcess bench(String... arguments) throws IOException {
        return BenchProcess.jar(directory, BenchProcess.with(SHORT, arguments));
    }

    private static JsonNode assertEachGotAll(BenchProcess bench) throws Exception {
        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(MESSAGES);
        assertThat(result.at("/subscribers")).hasSize(3).allSatisfy(one -> {
            assertThat(one.at("/accounting/received").asInt()).isEqualTo(MESSAGES);
            assertThat(one.at("/accounting/duplicated").asInt()).isZero();
            assertThat(one.at("/endToEnd/percentilesNanos/p50").asLong()).isPositive();
        });
        assertThat(bench.said()).contains("3 subscribers, endToEnd is of the slowest: slowest ");
        assertThat(bench.leftBehind()).isEmpty();
        return result;
    }

    /** The conformance tests have three subscribers over every transport as well. */
    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "chronicle.yaml",
                "chronicle-async.yaml",
                "aeron-ipc.yaml",
                "aeron-udp.yaml",
                "aeron-archive.yaml",
                "nats.yaml",
                "jetstream-memory.yaml",
                "kafka.yaml"
            })
    void shouldGetEveryMessageOver(String transport) throws Exception {
        assertEachGotAllOver(transport);
    }

    private void assertEachGotAllOver(String transport) throws Exception {
        List<String> all = new ArrayList<>(List.of(BenchProcess.UNRECORDED, transport));
        if (transport.startsWith("kafka")) {
            all.add("-Dtransport.brokerJvm.flags=-XX:TieredStopAtLevel=1");
        }
        assertEachGotAll(bench(all.toArray(String[]::new)));
    }

    /** The run has a recording, a floor with as many subscribers, and a page. */
    @Test
    void shouldShowEachInResultAndReport() throws Exception {
        BenchProcess bench = bench(
                "-Dhops=1",
                "-Dfloor=1s",
                "-Dconsumers=2",
                "-Dproducers=2",
                "kafka-acks0.yaml",
                "-Dtransport.brokerJvm.flags=-XX:TieredStopAtLevel=1");
        JsonNode result = assertEachGotAll(bench);

        JsonNode fork = result.at("/forks/0");
        assertThat(fork.at("/subscribers")).hasSize(3).allSatisfy(one -> {
            assertThat(one.at("/trust/probes/endToEnd").isObject()).isTrue();
            assertThat(one.at("/rates/duePerSecond").asDouble()).isEqualTo(300);
        });
        assertThat(fork.at("/layout/threads").toString()).contains("sink-5").doesNotContain("sink-6");
        assertThat(result.at("/floor/layout/threads").toString())
                .contains("sink-5")
                .doesNotContain("sink-6");
        long slowest = 0;
        for (JsonNode one : fork.at("/subscribers")) {
            slowest = Math.max(slowest, one.at("/endToEnd/percentilesNanos/p99").asLong());
        }
        assertThat(fork.at("/probes/endToEnd/percentilesNanos/p99").asLong()).isEqualTo(slowest);
        try (Browser browser = new Browser(directory)) {
            browser.open(bench.result().resolve("report.html"), 1_280, false);
            assertThat(browser.all("#subscribers tbody tr"))
                    .hasSize(3)
                    // Too few samples for a p99.
                    .allMatch(row -> row.getText().matches("[1-3] 900 0 0 \\d+ .*/s .*s \u2013 .*s"));
            assertThat(browser.console()).isEmpty();
            browser.screenshot("subscribers");
        }
        assertThat(Files.readString(bench.result().resolve("workload.yaml"))).contains("subscribers:");
    }

    /** {@code WorkloadTest} has the combinations that a workload refuses by itself. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -Dservice.process=true | -Dsubscribers=3: subscribers: 3 (expected: 1, since a service process answers to one)
            --agents=local         | subscribers: 3 (expected: 1, with --agents)
            -Dsubscribers=65       | -Dsubscribers=65: subscribers: 65 (expected: a whole number from 1 to 64)
            """)
    void shouldRefuseWhatFollowsMessagesToOne(String argument, String message) throws Exception {
        BenchCall bench = BenchCall.of(directory, BenchProcess.with(SHORT, argument, "chronicle.yaml"));

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(2);
        assertThat(bench.err()).contains(message);
        assertThat(directory.resolve("results")).doesNotExist();
    }

    @Test
    void shouldRefuseThemSideBySide() throws Exception {
        BenchCall bench = BenchCall.of(
                directory, BenchProcess.with(SHORT, "-Dforks=2", "--duet", "loopback.yaml", "chronicle.yaml"));

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains("subscribers: 3 (expected: 1, since --duet compares runs with one)");
    }
}
