package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Agents on hosts that share neither a network interface nor a monotonic clock. */
@Tag("exhaustive")
@EnabledOnOs(OS.LINUX)
@Timeout(360)
class AgentHostsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The monotonic clock of a host that booted ten hours before the first. */
    private static final long TEN_HOURS = 36_000;

    @TempDir
    Path directory;

    private final List<BenchProcess> agents = new ArrayList<>();
    private Hosts hosts;
    private String control;
    private Path transport;

    private void start(Duration delay) throws Exception {
        hosts = new Hosts(4, delay);
        control = hosts.natsServer(
                directory, 4222, "-js", "-sd", directory.resolve("js").toString());
        String broker = hosts.natsServer(directory, 4333);
        transport = Files.writeString(
                directory.resolve("mine.yaml"), "transport: nats\nbroker: external\nurl: " + broker + "\n");
        agent(1, "load", 0);
        agent(2, "load", TEN_HOURS);
        agent(3, "service", 2 * TEN_HOURS);
    }

    @AfterEach
    void end() throws Exception {
        if (hosts != null) {
            hosts.close();
        }
    }

    private void agent(int host, String role, long bootedSeconds, String... more) throws IOException {
        List<String> call = new ArrayList<>(
                List.of("agent", "--nats", control, "--name", "host" + host, "--roles", role, "--allow", "all"));
        call.addAll(List.of(more));
        BenchProcess agent = BenchProcess.jarBy(
                hosts.on(host, bootedSeconds),
                Files.createDirectories(directory.resolve("host" + host)),
                call.toArray(String[]::new));
        await().atMost(PATIENCE).until(() -> agent.out().contains("waits at"));
        agents.add(agent);
    }

    private BenchProcess bench(String duration) throws IOException {
        return bench(duration, "load: 2, service: 1", transport.toString());
    }

    private BenchProcess bench(String duration, String wanted, String file) throws IOException {
        return BenchProcess.jarBy(
                hosts.onHub(),
                Files.createDirectories(directory.resolve("call")),
                "-Dworkload=smoke.yaml",
                "-Drate=200",
                "-Dsize=64",
                "-Dwarmup=1s",
                "-Dduration=" + duration,
                "-Didle=park",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                "--agents",
                wanted,
                "--nats",
                control,
                "--yes",
                file);
    }

    @Test
    void shouldMeasureEachLatencyByOneClock() throws Exception {
        start(Duration.ZERO);
        BenchProcess bench = bench("2s");

        bench.assertMeasured();
        JsonNode fork = bench.resultJson().at("/forks/0");
        assertThat(fork.at("/probes/toService").isMissingNode()).isTrue();
        assertThat(bench.summary())
                .contains("toService is absent: nothing bounds the wall clock of agent-1 (host1, load)");
        assertThat(fork.at("/accounting/received").asInt()).isEqualTo(600);
        assertThat(fork.at("/accounting/lost").asInt()).isZero();
        for (int load = 0; load < 2; load++) {
            assertThat(fork.at("/parts/" + load + "/load/accounting/received").asInt())
                    .isEqualTo(300);
            assertThat(fork.at("/parts/" + load + "/load/probes/endToEnd/maxNanos")
                            .asLong())
                    .as("hours apart, which no latency is")
                    .isBetween(1L, Duration.ofMinutes(1).toNanos());
        }
    }

    /** The broker has a host of its own, whose agent starts it and gives the others its address. */
    @Test
    void shouldMeasureOverKafka() throws Exception {
        start(Duration.ZERO);
        agent(4, "server", 0, "--listen", Hosts.address(4));

        BenchProcess bench = bench("2s", "load: 2, service: 1, server: 1", "kafka.yaml");

        bench.assertMeasured();
        JsonNode fork = bench.resultJson().at("/forks/0");
        for (int load = 0; load < 2; load++) {
            JsonNode accounting = fork.at("/parts/" + load + "/load/accounting");
            assertThat(accounting.at("/received").asInt()).as(bench.err()).isEqualTo(300);
            assertThat(accounting.at("/lost").asInt()).isZero();
        }
        assertThat(agents.get(3).descendants())
                .as("the broker ends with the run")
                .noneMatch(process -> process.info().commandLine().orElse("").contains("kafka"));
        assertThat(agents.get(3).leftBehind()).isEmpty();
    }

    /** A request takes two links, and so does its reply; asking an agent for the time takes one there and back. */
    @Test
    void shouldMeasureHowLongLinksTake() throws Exception {
        Duration delay = Duration.ofMillis(20);
        start(delay);

        BenchProcess bench = bench("2s");

        bench.assertMeasured();
        JsonNode fork = bench.resultJson().at("/forks/0");
        for (int load = 0; load < 2; load++) {
            JsonNode accounting = fork.at("/parts/" + load + "/load/accounting");
            assertThat(accounting.at("/received").asInt()).as(bench.err()).isEqualTo(300);
            assertThat(fork.at("/parts/" + load + "/load/probes/endToEnd/minNanos")
                            .asLong())
                    .as("four links, not five")
                    .isBetween(
                            delay.multipliedBy(4).toNanos(),
                            delay.multipliedBy(5).toNanos());
        }
        Matcher began =
                Pattern.compile("agents began within (\\d+) us of each other").matcher(bench.summary());
        assertThat(began.find()).as(bench.summary()).isTrue();
        assertThat(Long.parseLong(began.group(1)))
                .as("two halves of a round trip of two links")
                .isBetween(2 * delay.toNanos() / 1_000, 3 * delay.toNanos() / 1_000);
    }

    @Test
    void shouldMeasureTimesToTheServiceByWallClocksThatAreKept() throws Exception {
        start(Duration.ZERO);
        hosts.keepTime(directory, PATIENCE);

        BenchProcess bench = bench("2s");

        bench.assertMeasured();
        assertThat(bench.summary()).containsPattern("toService may be off by [0-9.]+ us, by the wall clocks");
        JsonNode probes = bench.resultJson().at("/forks/0/probes");
        assertThat(probes.at("/toService/count").asInt()).isEqualTo(400);
        long toService = probes.at("/toService/percentilesNanos/p50").asLong();
        long endToEnd = probes.at("/endToEnd/percentilesNanos/p50").asLong();
        assertThat(toService).isBetween(endToEnd / 10, endToEnd);
    }

    @Test
    void shouldNameTheAgentWhoseLinkIsCut() throws Exception {
        start(Duration.ZERO);
        BenchProcess bench = bench("10m");
        await().atMost(PATIENCE).until(bench::isMeasuring);

        hosts.cut(2);

        assertThat(bench.exitCode()).as(bench.err() + bench.out()).isEqualTo(5);
        assertThat(bench.summary()).contains("agent-2 (host2, load) was lost: no sign of life for 5 s");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agents.get(1).out()).contains("heard nothing from"));
        BenchProcess list = BenchProcess.jarBy(
                hosts.onHub(), Files.createDirectories(directory.resolve("list")), "agents", "--nats", control);
        assertThat(list.exitCode()).isZero();
        assertThat(list.out())
                .containsPattern("host1 +free")
                .containsPattern("host3 +free")
                .doesNotContain("host2");
    }
}
