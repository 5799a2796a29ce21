package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.transport.nats.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of OpenMessaging Benchmark from the command line. */
@Timeout(240)
class OmbCommandTest {
    private static final String NATS =
            "name: NATS\ndriverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver\n";

    /** Shortens a run, whose shortest unit there is a minute. */
    private static final List<String> BRIEF = List.of(
            "-Dwarmup=500ms",
            "-Dduration=1s",
            "-Dfloor=0s",
            "-Didle=park",
            BenchProcess.FIRST_COMPILER,
            BenchProcess.UNRECORDED);

    @TempDir
    Path directory;

    private Path workload;

    @BeforeEach
    void write() throws IOException {
        workload = Files.writeString(directory.resolve("two-topics.yaml"), """
                name: two topics
                topics: 2
                partitionsPerTopic: 1
                keyDistributor: NO_KEY
                messageSize: 256
                useRandomizedPayloads: true
                randomBytesRatio: 0.5
                randomizedPayloadPoolSize: 10
                subscriptionsPerTopic: 2
                producersPerTopic: 2
                consumerPerSubscription: 1
                producerRate: 400
                testDurationMinutes: 1
                """);
    }

    private Path driver(String text) throws IOException {
        return Files.writeString(directory.resolve("jetstream.yaml"), text);
    }

    private String[] omb(Path driver, String... more) {
        List<String> all = new ArrayList<>(List.of("omb", workload.toString(), driver.toString()));
        all.addAll(List.of(more));
        all.add("-Dresults=" + directory.resolve("results"));
        return all.toArray(String[]::new);
    }

    private String[] brief(Path driver, String... more) {
        List<String> all = new ArrayList<>(BRIEF);
        all.add(BenchProcess.ANY_RATE);
        all.addAll(List.of(more));
        return omb(driver, all.toArray(String[]::new));
    }

    @Test
    void shouldMeasureWhatTheFilesDescribeOverAServerOfTheRun() throws Exception {
        Path driver = driver(NATS + "natsHostUrl: localhost:1\nreplicationFactor: 1\nstorageType: Memory\n");

        BenchCall bench = BenchCall.of(directory, brief(driver, "--embedded"));

        bench.assertMeasured();
        assertThat(bench.out())
                .containsPattern("producerRate +400 +mapped +rate: 400 ")
                .containsPattern("natsHostUrl +localhost:1 +no effect +- +--embedded");
        assertThat(bench.result().getFileName().toString()).endsWith("-two-topics-jetstream");
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(bench.result().resolve("workload.yaml")).content().contains("hops: 1\n");
        assertThat(result.at("/subscribers")).hasSize(2);
        assertThat(result.at("/payloadBytes").asInt()).isEqualTo(192);
        assertThat(result.at("/accounting/received").asInt()).isBetween(380, 620);
    }

    @Test
    void shouldUseTheServerThatTheFileNames() throws Exception {
        try (TestServer server = new TestServer(directory, "jetstream {store_dir: \"" + directory + "/store\"}\n")) {
            Path driver = driver(NATS + "natsHostUrl: " + server.url() + "\nreplicationFactor: 1\n");

            BenchCall plan = BenchCall.of(directory, brief(driver, "--dry-run"));
            assertThat(plan.exitCode()).as(plan.err()).isZero();
            assertThat(plan.out()).contains("names servers that are not the bench's own; the run");

            BenchCall asked = BenchCall.of(directory, brief(driver, "-Drate=100k"));
            assertThat(asked.exitCode()).isEqualTo(2);
            assertThat(asked.err()).contains("--yes");

            BenchCall bench = BenchCall.of(directory, brief(driver, "--quiet"));
            bench.assertMeasured();
            assertThat(bench.out()).as("for scripts").startsWith("verdict=").hasLineCount(1);
            assertThat(bench.err()).containsPattern("producerRate +400 +mapped +rate: 400 ");
        }
    }

    @Test
    void shouldSendAsFastAsPossibleInAClosedLoop() throws Exception {
        Files.writeString(workload, Files.readString(workload).replace("producerRate: 400", "producerRate: 10000000"));
        Path driver = driver(NATS + "natsHostUrl: localhost:1\nreplicationFactor: 1\nstorageType: Memory\n");

        List<String> closed = new ArrayList<>(BRIEF);
        closed.add("--embedded");
        BenchCall bench = BenchCall.of(directory, omb(driver, closed.toArray(String[]::new)));

        bench.assertMeasured();
        assertThat(bench.out())
                .containsPattern("producerRate +10000000 +approximated +mode: throughput +a rate that no");
        assertThat(bench.resultJson()
                        .at("/throughput/overall/messagesPerSecond")
                        .asDouble())
                .isPositive();
    }

    @Test
    void shouldWriteFilesThatRunAsTheyAre() throws Exception {
        Path driver = driver(NATS + "natsHostUrl: localhost:1\nreplicationFactor: 1\n");
        Path ours = directory.resolve("ours");

        BenchCall print = BenchCall.of(
                directory, "omb", workload.toString(), driver.toString(), "--embedded", "--print", ours.toString());

        assertThat(print.exitCode()).as(print.err()).isZero();
        assertThat(print.out())
                .contains("./bench -Dworkload=" + ours.resolve("two-topics-workload.yaml") + " "
                        + ours.resolve("jetstream-transport.yaml"));
        BenchCall plan = BenchCall.of(
                directory,
                "-Dworkload=" + ours.resolve("two-topics-workload.yaml"),
                ours.resolve("jetstream-transport.yaml").toString(),
                "--dry-run");
        assertThat(plan.exitCode()).as(plan.err()).isZero();
        assertThat(plan.out()).startsWith("1 run, about ");
    }

    @Test
    void shouldPrintBothFilesAndNothingElseToStandardOutput() throws Exception {
        Path driver = driver(NATS + "natsHostUrl: localhost:4222\n");

        BenchCall print = BenchCall.of(directory, "omb", workload.toString(), driver.toString(), "--print", "-");

        assertThat(print.exitCode()).as(print.err()).isZero();
        assertThat(print.out())
                .startsWith("# Translated by 'bench omb' from ")
                .contains("\n---\n# Translated by 'bench omb' from ")
                .contains("\nrate: 400\n", "\nurl: nats://localhost:4222\n")
                .doesNotContain("treatment");
        assertThat(print.err()).contains("treatment");
    }

    /** The module is not in the distribution, and has no consumers to choose. */
    @Test
    void shouldTranslateADriverWhoseModuleIsOnTheClassPath() throws Exception {
        Path driver =
                driver("driverClass: io.openmessaging.benchmark.driver.natsStreaming.NatsStreamingBenchmarkDriver\n");
        String module = Path.of(System.getProperty("twohop.home"), "transports/nats-streaming/target/lib") + "/*";

        BenchProcess print = BenchProcess.jar(
                directory,
                "omb",
                workload.toString(),
                driver.toString(),
                "--embedded",
                "--classpath=" + module,
                "--print",
                "-");

        assertThat(print.exitCode()).as(print.err()).isZero();
        assertThat(print.out())
                .contains("\ntransport: nats-streaming\n", "\nsubscribers: 1\n")
                .doesNotContain("\nconsumers:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "omb W D --print ours -Drate=1k     | -D: not together with --print",
                "omb W D --print ours --yes         | --yes: not together with --print",
                "-Drate=1k omb W D                  | -D: before omb (expected: behind it)",
                "omb W D -Dworkload=other.yaml      | -Dworkload: not with omb",
                "omb D W                            | jetstream.yaml:2:14: driverClass: in the first file",
                "omb W missing.yaml                 | missing.yaml: file: not found",
                "omb W                              | Missing required parameter: 'DRIVER.yaml'",
                "omb W D                            | natsHostUrl: absent (expected: the server's address, or --embedded",
                "omb W D --embedded -Drate=0        | -Drate=0: rate: 0 (expected: "
            })
    void shouldRefuseWhatItCannotDo(String command, String expected) throws Exception {
        Path driver = driver(NATS);
        String[] arguments = command.strip()
                .replace("W", workload.toString())
                .replace("D --", driver + " --")
                .replaceFirst(" D$", " " + driver)
                .replace(" D ", " " + driver + " ")
                .split(" +");

        BenchCall bench = BenchCall.of(directory, arguments);

        assertThat(bench.exitCode()).as(bench.err() + bench.out()).isEqualTo(2);
        assertThat(bench.err()).contains(expected);
        assertThat(directory.resolve("ours")).doesNotExist();
    }
}
