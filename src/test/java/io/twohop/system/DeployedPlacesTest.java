package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.TransportServer;
import io.twohop.system.service.MisbehavingService;
import io.twohop.system.service.Plan;
import io.twohop.system.service.ServiceJvm;
import io.twohop.transport.aeron.AeronProvider;
import io.twohop.transport.chronicle.ChronicleProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services that run already in other places: between queues or streams, as one of two deployments, and for several agents. */
@Timeout(360)
class DeployedPlacesTest {
    private static final String FIELD = "{field: /orderId}";

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                directory.resolve("order.json"), "{\"orderId\": 1000000000, \"sentAt\": \"2026-01-31T12:00:00.000Z\"}");
    }

    private BenchCall bench(String requests, String replies, String correlate, String transport) throws IOException {
        write(requests, replies, correlate);
        Files.writeString(directory.resolve("mine.yaml"), transport);
        return call(List.of(), "mine.yaml");
    }

    private void write(String requests, String replies, String correlate) throws IOException {
        Files.writeString(directory.resolve("orders.yaml"), """
                rate: 400
                warmup: 500ms
                duration: 1s
                drain: 2s
                floor: 0s
                idle: park
                event: {file: order.json, fields: {/orderId: number, /sentAt: time}}
                service: {deployed: true, requests: '%s'%s, correlate: %s}
                """.formatted(
                        requests, replies.isEmpty() ? "" : ", replies: '" + replies + "'", correlate));
    }

    private BenchCall call(List<String> options, String... transports) {
        List<String> arguments = new ArrayList<>(List.of(
                "-Dworkload=" + directory.resolve("orders.yaml"),
                BenchProcess.FIRST_COMPILER,
                BenchProcess.ANY_RATE,
                BenchProcess.UNRECORDED));
        arguments.addAll(options);
        for (String transport : transports) {
            arguments.add(directory.resolve(transport).toString());
        }
        return BenchCall.of(directory, arguments.toArray(String[]::new));
    }

    private static String at(TransportServer nats) {
        return "transport: nats\nbroker: external\nurl: " + nats.address() + "\n";
    }

    @Test
    void shouldAgreeWithAProcessBetweenQueuesOfChronicle() throws Exception {
        String requests = directory.resolve("orders").toString();
        String replies = directory.resolve("executions").toString();
        try (ServiceJvm service =
                new ServiceJvm(new ChronicleProvider().jvmFlags(), "chronicle", requests, replies, "drop", "twice")) {
            BenchCall bench = bench(requests, replies, FIELD, "transport: chronicle\n");

            assertAgreed(bench, service.end());
            assertThat(bench.resultJson()
                            .at("/forks/0/chosen/rollCycle of requests")
                            .asText())
                    .isEqualTo("FAST_HOURLY");
        }
        assertThat(Path.of(requests)).isDirectoryContaining(file -> file.endsWith("metadata.cq4t"));
    }

    @Test
    void shouldAgreeWithAProcessBetweenStreamsOfAeron() throws Exception {
        Path driver = directory.resolve("driver");
        String requests = "aeron:ipc|1001";
        String replies = "aeron:ipc|1002";
        try (ServiceJvm service =
                new ServiceJvm(new AeronProvider().jvmFlags(), "aeron:" + driver, requests, replies, "drop", "twice")) {
            BenchCall bench = bench(requests, replies, FIELD, "transport: aeron\ndir: " + driver + "\n");

            assertAgreed(bench, service.end());
        }
    }

    /** The first canary is dropped, and the second is answered twice. */
    private static void assertAgreed(BenchCall bench, JsonNode counts) throws IOException {
        JsonNode account = bench.resultJson().at("/accounting");
        long canaries = counts.at("/requests").asLong() - 600;
        long dropped = counts.at("/drop").asLong() - 1;
        assertThat(account.at("/sent").asLong()).as(bench.err()).isEqualTo(600);
        assertThat(canaries).isEqualTo(2);
        assertThat(dropped).isPositive();
        assertThat(account.at("/received").asLong()).isEqualTo(600 - dropped);
        assertThat(account.at("/duplicated").asLong())
                .isEqualTo(counts.at("/twice").asLong() - 1);
    }

    /** Blue and green are compared in turns of slices, each on subjects of its own. */
    @Tag("exhaustive")
    @Test
    void shouldCompareTwoDeployments() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService blue =
                        MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of());
                MisbehavingService green =
                        MisbehavingService.overNats(nats.address(), "orders-green", "executions-green", Plan.of())) {
            write("orders", "executions", FIELD);
            Files.writeString(directory.resolve("blue.yaml"), at(nats));
            Files.writeString(
                    directory.resolve("green.yaml"),
                    at(nats) + "deployed: {requests: orders-green, replies: executions-green}\n");
            BenchCall bench = call(List.of("-Dforks=2", "--duet"), "blue.yaml", "green.yaml");

            for (String side : List.of("-blue", "-green")) {
                JsonNode result = new ObjectMapper()
                        .readTree(bench.results(side)
                                .get(0)
                                .resolve("result.json")
                                .toFile());
                assertThat(result.at("/complete").asBoolean()).as(bench.err()).isTrue();
                long sent = result.at("/accounting/sent").asLong();
                assertThat(result.at("/accounting/received").asLong()).isEqualTo(sent);
                long requests = (side.equals("-blue") ? blue : green).counts().requests();
                assertThat(requests - sent).as("canaries of two forks").isBetween(2L, 60L);
            }
        }
    }

    /** Seven digits leave two runs room to use the same numbers, and each would take the other's replies. */
    @Test
    void shouldRefuseTwoRunsThatCannotTellTheirRepliesApart() throws Exception {
        Files.writeString(
                directory.resolve("order.json"), "{\"orderId\": 1000000, \"sentAt\": \"2026-01-31T12:00:00.000Z\"}");
        write("orders", "executions", FIELD);
        String nats = "transport: nats\nbroker: external\nurl: nats://127.0.0.1:1\n";
        Files.writeString(directory.resolve("blue.yaml"), nats);
        Files.writeString(directory.resolve("green.yaml"), nats + "deployed: {requests: orders-green}\n");

        assertThat(call(
                                List.of(
                                        "-Devent={file: " + directory.resolve("order.json")
                                                + ", fields: {/orderId: number}}",
                                        "-Dforks=2",
                                        "--duet",
                                        "--dry-run"),
                                "blue.yaml",
                                "green.yaml")
                        .err())
                .contains(
                        "service.correlate.field: /orderId of 7 digits (expected: 10 digits or more, or a uuid, since both"
                                + " runs of --duet read the replies on executions");
        assertThat(call(
                                List.of("-Dforks=2", "--duet", "--dry-run", "-Dtransport.deployed.replies=orders"),
                                "blue.yaml",
                                "green.yaml")
                        .err())
                .contains(
                        "deployed.replies: orders (expected: another one than requests, which would answer themselves)");
        assertThat(call(List.of("-Dservice=pass-through", "--dry-run"), "green.yaml")
                        .err())
                .contains("deployed: given (expected: none, since the workload's service is not 'deployed: true')");
    }

    /** The run's own disk would fill, and the service's queues would not notice. */
    @Test
    void shouldRefuseFaultsThatTheServiceWouldNotNotice() throws Exception {
        write("/data/orders", "/data/executions", FIELD);
        Files.writeString(directory.resolve("queues.yaml"), "transport: chronicle\n");
        Files.writeString(
                directory.resolve("nats.yaml"), "transport: nats\nbroker: external\nurl: nats://127.0.0.1:1\n");

        assertThat(call(
                                List.of("--dry-run", "-Dfaults=[{at: 500ms, target: disk, action: fill, for: 100ms}]"),
                                "queues.yaml")
                        .err())
                .contains(
                        "faults: disk (expected: a process of the run, since its disk is not that of the deployed service)");
        assertThat(call(
                                List.of(
                                        "--dry-run",
                                        "-Dfaults=[{at: 500ms, target: broker, action: kill, for: 100ms}]"),
                                "nats.yaml")
                        .err())
                .contains("faults: broker (expected: ");
    }

    /** Each load receives all replies, and takes those to its own requests. */
    @Tag("exhaustive")
    @Test
    void shouldShareTheRequestsAmongAgents() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service =
                        MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of())) {
            write("orders", "executions", FIELD);
            // The address has a password, which must not pass through the control server.
            Path address = Files.writeString(directory.resolve("address"), nats.address());
            Files.writeString(
                    directory.resolve("mine.yaml"),
                    "transport: nats\nbroker: external\nurl: ${file:" + address + "}\n");
            BenchCall bench = call(List.of("--agents", "local, load: 2"), "mine.yaml");

            bench.assertMeasured();
            JsonNode account = bench.resultJson().at("/accounting");
            assertThat(account.at("/received").asLong()).isEqualTo(600);
            assertThat(account.at("/duplicated").asLong()).isZero();
            assertThat(bench.out()).doesNotContain("requests that this run did not send");
            assertThat(service.counts().requests()).isBetween(602L, 720L);
        }
    }

    @Test
    void shouldRefuseAnAgentForAServiceThatIsDeployed() throws Exception {
        write("orders", "executions", FIELD);
        Files.writeString(
                directory.resolve("mine.yaml"), "transport: nats\nbroker: external\nurl: nats://127.0.0.1:1\n");

        assertThat(call(List.of("--agents", "local, load: 1, service: 1"), "mine.yaml")
                        .err())
                .contains("--agents: service: 1 (expected: no agent of role service, since the service is deployed)");
    }
}
