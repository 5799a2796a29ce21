package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kafka from the command line, every time with brokers that the run starts itself. */
@Timeout(360)
class KafkaCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String BROKERS_FIRST_COMPILER = "-Dtransport.brokerJvm.flags=-XX:TieredStopAtLevel=1";

    @TempDir
    Path directory;

    @Test
    void shouldMeasureTheFirstShippedFile() throws Exception {
        assertMeasured("kafka.yaml", 1, "AT_LEAST_ONCE", true);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({
        "kafka-latency.yaml, 1, AT_LEAST_ONCE, true",
        "kafka-acks0.yaml, 1, AT_MOST_ONCE, false",
        "kafka-durable.yaml, 3, AT_LEAST_ONCE, true",
        "kafka-exactly-once.yaml, 1, EXACTLY_ONCE, true",
        "kafka-share.yaml, 1, AT_LEAST_ONCE, true"
    })
    void shouldMeasureEveryOtherShippedFile(String transport, int brokers, String delivery, boolean acknowledged)
            throws Exception {
        assertMeasured(transport, brokers, delivery, acknowledged);
    }

    private void assertMeasured(String transport, int brokers, String delivery, boolean acknowledged) throws Exception {
        BenchProcess bench = BenchProcess.jar(
                directory,
                BenchProcess.with(
                        BenchProcess.SHIPPED, "-Drate=300", "-Djfr=default", BROKERS_FIRST_COMPILER, transport));

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(1_200);
        assertThat(result.at("/accounting/duplicated").asInt()).isZero();
        assertThat(result.at("/forks/0/guarantees/delivery").asText()).isEqualTo(delivery);
        assertThat(result.at("/probes/acknowledge/count").asInt()).isEqualTo(acknowledged ? 600 : 0);
        assertThat(result.at("/forks/0/versions/kafka-clients").asText()).startsWith("4.");
        assertThat(result.at("/forks/0/versions/kafka-broker").asText()).startsWith("4.");
        assertThat(result.at("/forks/0/environment/classPath"))
                .noneMatch(
                        jar -> jar.asText().contains("kafka_") || jar.asText().contains("broker"));
        JsonNode processes = result.at("/forks/0/costs/processes");
        assertThat(processes).hasSize(1 + brokers);
        assertThat(processes.get(0).path("name").asText()).isEqualTo("bench");
        assertThat(processes.get(0).path("threads"))
                .extracting(thread -> thread.path("part").asText())
                .contains("generator", "service", "sink", "client", "harness");
        for (int broker = 1; broker <= brokers; broker++) {
            JsonNode its = processes.get(broker);
            assertThat(its.path("name").asText()).isEqualTo("broker-" + broker);
            assertThat(its.path("cpuSeconds").asDouble()).isPositive();
            assertThat(its.path("residentBytes").asLong()).isGreaterThan(50_000_000);
            assertThat(bench.result().resolve("broker-" + broker + ".log")).isNotEmptyFile();
            assertThat(RecordingFile.readAllEvents(bench.result().resolve("recording-broker-" + broker + ".jfr")))
                    .anyMatch(event -> event.getEventType().getName().equals("jdk.GCPhasePause"));
        }
        assertThat(bench.leftBehind()).isEmpty();
    }

    @Test
    void shouldRunWithAnotherClientLibrary() throws Exception {
        Path file = Files.writeString(
                directory.resolve("older.yaml"),
                "transport: kafka\nclientJars: [" + System.getProperty("twohop.older.kafka") + "]\n");

        BenchCall bench = BenchCall.of(
                directory,
                "-Dworkload=smoke.yaml",
                "-Drate=200",
                "-Dduration=1s",
                "-Dfloor=0s",
                "-Didle=park",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.UNRECORDED,
                BROKERS_FIRST_COMPILER,
                file.toString());

        bench.assertMeasured();
        JsonNode fork = bench.resultJson().at("/forks/0");
        assertThat(fork.at("/versions/kafka-clients").asText()).isEqualTo("3.9.2");
        assertThat(fork.at("/environment/classPath/0").asText()).isEqualTo("kafka-clients-3.9.2.jar");
    }

    @Tag("exhaustive")
    @Test
    void shouldSayThatABrokerCannotKeepUp() throws Exception {
        BenchProcess bench = BenchProcess.jar(
                directory,
                "-Dworkload=smoke.yaml",
                "-Drate=2M",
                "-Dwarmup=0s",
                "-Dduration=3s",
                "-Ddrain=2s",
                "-Dfloor=0s",
                "-Djvm.heap=512m",
                "kafka.yaml");

        assertThat(bench.exitCode()).as(bench.err() + bench.out()).isEqualTo(4);
        assertThat(bench.said()).contains("SATURATED").contains("of the offered rate achieved");
        assertThat(bench.resultJson().at("/accounting/failed").asInt()).isZero();
    }

    @Test
    void shouldLeaveNoBrokerBehindWhenItIsKilled() throws Exception {
        assertNoBrokerIsLeftBehind("KILL");
    }

    @Tag("exhaustive")
    @Test
    void shouldLeaveNoBrokerBehindWhenItIsInterrupted() throws Exception {
        assertNoBrokerIsLeftBehind("INT");
    }

    private void assertNoBrokerIsLeftBehind(String signal) throws Exception {
        BenchProcess bench = BenchProcess.measuring(directory, BROKERS_FIRST_COMPILER, "kafka-latency.yaml");
        List<ProcessHandle> processes = bench.descendants();
        // The fork and its broker, beside the shells that guard them.
        assertThat(processes)
                .filteredOn(process -> process.info().command().orElse("").endsWith("/java"))
                .hasSize(2);

        bench.signal(signal);

        await().atMost(PATIENCE).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(filesLeft()).isEmpty());
    }

    private List<Path> filesLeft() throws IOException {
        try (var files = Files.walk(directory.resolve("tmp"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("hsperfdata"))
                    // What the native libraries of the compression codecs unpack, and of a killed process stays.
                    .filter(file -> !file.getFileName().toString().matches(".*\\.(so|lck)(\\.lck)?"))
                    .toList();
        }
    }

    @Test
    void shouldPointAtAMisspeltProperty() throws Exception {
        Path file = Files.writeString(
                directory.resolve("mine.yaml"), "transport: kafka\nproducer:\n  linger.ms: 1\n  aks: all\n");

        BenchCall bench = BenchCall.of(directory, "-Dworkload=smoke.yaml", file.toString());

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains("mine.yaml:4:8: producer.aks: ").contains("did you mean 'acks'?");
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
