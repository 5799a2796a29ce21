package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs in parts, from the command line. */
@Timeout(180)
class AgentsCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> SHORT = List.of(
            "-Dworkload=smoke.yaml",
            "-Drate=200",
            "-Dsize=64",
            "-Dwarmup=1s",
            "-Dduration=2s",
            "-Didle=park",
            BenchProcess.FIRST_COMPILER,
            BenchProcess.UNRECORDED);

    @TempDir
    Path directory;

    private BenchProcess bench(String... arguments) throws IOException {
        return BenchProcess.jar(directory, BenchProcess.with(SHORT, arguments));
    }

    @Test
    void shouldMeasureByAgentsOfThisMachine() throws Exception {
        BenchProcess bench = bench("--agents", "local, load: 2, service: 1", "nats.yaml");

        assertThat(bench.exitCode()).as(bench.err() + bench.out()).isIn(0, 4);
        assertThat(bench.err())
                .contains("agent-1 (load-1, load), ", "agent-2 (load-2, load), ", "agent-3 (service-1, service), ");
        JsonNode result = bench.resultJson();
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(600);
        assertThat(result.at("/forks/0/guarantees/ordered").asBoolean()).isTrue();
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Test
    void shouldLeaveNoAgentBehindWhenItIsKilled() throws Exception {
        BenchProcess bench = bench("-Dduration=10m", "--agents", "local", "nats.yaml");
        await().atMost(PATIENCE).until(bench::isMeasuring);
        List<ProcessHandle> all = bench.descendants();
        assertThat(all)
                .as("control server, two agents, what measures, its server, the service")
                .hasSizeGreaterThanOrEqualTo(6);

        bench.signal("KILL");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(all)
                        .noneMatch(process ->
                                process.isAlive() && process.info().command().isPresent()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "load 2    | --agents: load 2 (expected: such as 'load: 2, service: 1'",
                "load: 1   | --nats: absent (expected: the control server's URL, such as tls://control:4222)",
            })
    void shouldRefuseWhatNamesNoAgents(String agents, String words) throws Exception {
        BenchProcess bench = bench("--agents", agents, "nats.yaml");

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(words);
        assertThat(directory.resolve("results")).doesNotExist();
    }

    @Test
    void shouldSayThatThereIsNoControlServer() throws Exception {
        BenchProcess agents = BenchProcess.jar(directory, "agents", "--nats", "nats://127.0.0.1:1");

        assertThat(agents.exitCode()).isEqualTo(2);
        assertThat(agents.err())
                .contains("--nats: nats://127.0.0.1:1 (expected: a NATS server that answers)", "nats-server -js");
    }
}
