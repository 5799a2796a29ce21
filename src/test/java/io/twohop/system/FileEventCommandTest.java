package io.twohop.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.twohop.transport.nats.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A user's own messages, from files. */
@Timeout(360)
class FileEventCommandTest {
    private static final int HEADER_BYTES = 64;

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(directory.resolve("mine/orders"));
        Files.writeString(directory.resolve("mine/orders/small.json"), "{\"id\": 1}");
        Files.writeString(
                directory.resolve("mine/orders/large.json"), "{\"id\": 2, \"text\": \"" + "x".repeat(500) + "\"}");
        Files.writeString(directory.resolve("mine/own.yaml"), """
                rate: 300
                warmup: 500ms
                duration: 1s
                floor: 0s
                idle: park
                event: {file: orders}
                """);
    }

    private String[] arguments(String... arguments) {
        return BenchProcess.with(
                List.of(
                        "-Dworkload=" + directory.resolve("mine/own.yaml"),
                        BenchProcess.FIRST_COMPILER,
                        BenchProcess.ANY_RATE,
                        BenchProcess.UNRECORDED),
                arguments);
    }

    private BenchCall bench(String... arguments) {
        return BenchCall.of(directory, arguments(arguments));
    }

    /** Over loopback, {@code BenchmarkTest} does. */
    @Test
    void shouldSendFilesOfUnlikeSizes() throws Exception {
        assertSendsFilesOfUnlikeSizes("chronicle.yaml");
    }

    @Tag("exhaustive")
    @Test
    void shouldSendFilesOfUnlikeSizesToABroker() throws Exception {
        assertSendsFilesOfUnlikeSizes("nats.yaml");
    }

    private void assertSendsFilesOfUnlikeSizes(String transport) throws Exception {
        BenchCall bench = BenchCall.here(
                directory, "-Dworkload=" + directory.resolve("mine/own.yaml"), BenchProcess.ANY_RATE, transport);

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(450);
        assertThat(result.at("/forks/0/sizes/leastBytes").asInt()).isEqualTo(HEADER_BYTES + 9);
        assertThat(result.at("/forks/0/sizes/mostBytes").asInt()).isEqualTo(HEADER_BYTES + 521);
        assertThat(result.at("/forks/0/codec/name").asText()).isEqualTo("bytes");
        assertThat(result.at("/samples/count").asInt()).isEqualTo(2);
        assertThat(result.at("/samples/sha256").asText()).hasSize(64);
        assertThat(bench.out()).contains(" | 2 files of 9 to 521 B | ");
    }

    /** A consumer of the test's own sees what goes over the server. */
    @Test
    void shouldVaryFieldsOfEachMessage() throws Exception {
        String order = "{\"orderId\": 100000000000, \"ref\": \"ORD-0000000\", \"at\": \"2026-01-31T12:00:00.000Z\"}";
        Files.writeString(directory.resolve("mine/order.json"), order);
        Path workload = Files.writeString(
                directory.resolve("mine/varied.yaml"),
                Files.readString(directory.resolve("mine/own.yaml"))
                        .replace(
                                "{file: orders}",
                                "{file: order.json, fields: {/orderId: number, /ref: number, /at: time}}\nlayout: dedicated"));
        Map<String, List<JsonNode>> seen = new ConcurrentHashMap<>();
        Instant before = Instant.now();
        try (TestServer server = new TestServer(directory, "")) {
            Connection connection = Nats.connect(server.url());
            try {
                connection
                        .createDispatcher(message -> {
                            byte[] bytes = message.getData();
                            String text = new String(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, UTF_8);
                            seen.computeIfAbsent(message.getSubject(), subject -> new CopyOnWriteArrayList<>())
                                    .add(json(text));
                        })
                        .subscribe("twohop.>");
                connection.flush(Duration.ofSeconds(10));
                Path nats = Files.writeString(
                        directory.resolve("nats.yaml"),
                        "transport: nats\nbroker: external\nurl: " + server.url() + "\n");

                BenchCall bench =
                        BenchCall.here(directory, "-Dworkload=" + workload, BenchProcess.ANY_RATE, nats.toString());

                bench.assertMeasured();
                assertThat(bench.resultJson()
                                .at("/workloadSettings/event/fields/~1orderId")
                                .asText())
                        .isEqualTo("number");
                connection.flush(Duration.ofSeconds(10));
            } finally {
                connection.close();
            }
        }
        Instant after = Instant.now();
        assertThat(seen).as("both hops").hasSize(2);
        assertThat(seen.values()).allSatisfy(messages -> {
            assertThat(messages).hasSize(450);
            assertThat(messages.stream()
                            .map(message -> message.path("orderId").asLong())
                            .distinct())
                    .hasSize(450);
            assertThat(messages.stream()
                            .map(message -> message.path("ref").asText())
                            .distinct())
                    .hasSize(450);
            assertThat(messages)
                    .allSatisfy(message -> assertThat(
                                    Instant.parse(message.path("at").asText()))
                            .isBetween(before, after));
        });
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Tag("exhaustive")
    @Test
    void shouldSendThemFromAServicesAndALoadsMachineInEachFork() throws Exception {
        BenchProcess bench = BenchProcess.jar(directory, arguments("-Dforks=2", "--agents", "local", "nats.yaml"));

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        assertThat(result.at("/complete").asBoolean()).isTrue();
        assertThat(result.at("/forks")).hasSize(2);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(2 * 450);
        assertThat(result.at("/forks/0/sizes/mostBytes").asInt()).isEqualTo(HEADER_BYTES + 521);
    }

    @Test
    void shouldRepeatARunWithTheSameBytesOnlyAndWarnOfOthers() throws Exception {
        Path small = Files.writeString(
                directory.resolve("mine/small.yaml"),
                Files.readString(directory.resolve("mine/own.yaml")).replace("orders", "orders/small.json"));
        Path first = UnforkedRun.of(directory.resolve("results"), small, "loopback.yaml", "slo.achieved=1 %")
                .directory();
        String repeat = "-Dworkload=" + first.resolve("workload.yaml");

        assertThat(BenchCall.of(directory, repeat, "--dry-run", "loopback.yaml").exitCode())
                .isZero();
        Files.writeString(directory.resolve("mine/orders/small.json"), "{\"id\": 3}");
        BenchCall changed = BenchCall.of(directory, repeat, "--dry-run", "loopback.yaml");
        assertThat(changed.exitCode()).isEqualTo(2);
        assertThat(changed.err())
                .contains("workload.yaml:", ": event.file: ", "(expected: the bytes of event.sha256, ");

        BenchCall compared = BenchCall.of(
                directory, "compare", first.toString(), otherBytes(first).toString());
        assertThat(compared.out() + compared.err()).contains("workload.event: file ");
    }

    /** A copy of a result, as if its file had had other bytes. */
    private Path otherBytes(Path result) throws IOException {
        Path copy = Files.createDirectories(directory.resolve("others/copy-loopback"));
        String json = Files.readString(result.resolve("result.json"));
        String sha256 = new ObjectMapper()
                .readTree(json)
                .at("/workloadSettings/event/sha256")
                .asText();
        assertThat(sha256).hasSize(64);
        Files.writeString(copy.resolve("result.json"), json.replace(sha256, "0".repeat(64)));
        Files.copy(result.resolve("forks.csv"), copy.resolve("forks.csv"));
        return copy;
    }

    @Test
    void shouldRefuseBeforeAnythingRuns() throws Exception {
        assertRefused(
                "-Devent.file=none: event.file: "
                        + directory.toRealPath().resolve("mine/none")
                        + " (expected: a file, or a directory of files,",
                "-Devent.file=none",
                "loopback.yaml");
        assertRefused(
                "-Dsize=64: size: 64B (expected: no size, since event.file has sizes", "-Dsize=64", "loopback.yaml");
        Files.write(directory.resolve("mine/orders/largest"), new byte[2 << 20]);
        assertRefused("max_payload: 1,048,576 bytes (expected: at least 2,097,216,", "nats.yaml");
    }

    private void assertRefused(String error, String... arguments) throws Exception {
        BenchCall bench = bench(arguments);

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).startsWith("bench: " + error);
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
