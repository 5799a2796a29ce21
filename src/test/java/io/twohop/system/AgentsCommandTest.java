package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.nats.client.NKey;
import io.twohop.browser.Browser;
import io.twohop.transport.nats.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.WebElement;

/** Runs in parts, from the command line. */
@Timeout(360)
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

    private static final String SECRET = "xK9wq7LmPz3v";

    @TempDir
    Path directory;

    private BenchProcess bench(String... arguments) throws IOException {
        return BenchProcess.jar(directory, BenchProcess.with(SHORT, arguments));
    }

    @Test
    void shouldMeasureByAgentsOfThisMachine() throws Exception {
        BenchProcess bench = bench("--agents", "local, load: 2, service: 1", "nats.yaml");

        bench.assertMeasured();
        assertThat(bench.err())
                .contains("agent-1 (load-1, load), ", "agent-2 (load-2, load), ", "agent-3 (service-1, service), ");
        JsonNode result = bench.resultJson();
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(600);
        assertThat(result.at("/forks/0/guarantees/ordered").asBoolean()).isTrue();
        assertThat(bench.out()).containsPattern("agent-2 \\(load-2, load\\) +300 +0 +\\d+/s");
        assertThat(bench.out()).containsPattern("agent-3 \\(service-1, service\\) +600");
        assertThat(bench.leftBehind()).isEmpty();
        assertPageHasEachAgent(bench.results("").get(0).resolve("report.html"));
    }

    @Test
    void shouldUnpackNoLibrariesForKeys() throws Exception {
        char[] seed = NKey.createUser(new SecureRandom()).getSeed();
        Path key = Files.writeString(directory.resolve("agent.nk"), new String(seed));
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout((int) PATIENCE.toMillis());
            String url = "nats://127.0.0.1:" + server.getLocalPort();
            BenchProcess agents = BenchProcess.jar(directory, "agents", "--nats", url, "--nkey", key.toString());
            try (Socket client = server.accept()) {
                client.setSoTimeout((int) PATIENCE.toMillis());
                String info =
                        "INFO {\"server_id\":\"N\",\"max_payload\":1000,\"auth_required\":true,\"nonce\":\"abc\"}\r\n";
                client.getOutputStream().write(info.getBytes(StandardCharsets.US_ASCII));
                String answer = new String(client.getInputStream().readNBytes(8), StandardCharsets.US_ASCII);

                assertThat(answer).as("the signed nonce").isEqualTo("CONNECT ");
                assertThat(agents.leftBehind()).isEmpty();
            } finally {
                agents.end();
            }
        }
    }

    @Tag("exhaustive")
    @Test
    void shouldMakeSeveralRunsByTheSameAgents() throws Exception {
        BenchProcess bench = bench("-Drate=[200,300]", "--agents", "local", "nats.yaml");

        bench.assertMeasured();
        List<Double> due = new ArrayList<>();
        for (Path result : bench.results("-nats")) {
            JsonNode json =
                    new ObjectMapper().readTree(result.resolve("result.json").toFile());
            assertThat(json.at("/complete").asBoolean()).isTrue();
            due.add(json.at("/rates/duePerSecond").asDouble());
            assertThat(json.at("/accounting/received").asDouble()).isEqualTo(3 * due.get(due.size() - 1));
        }
        assertThat(due).containsExactly(200.0, 300.0);
    }

    private void assertPageHasEachAgent(Path page) throws Exception {
        try (Browser browser = new Browser(directory)) {
            browser.open(page, 1_280, false);

            assertThat(browser.all("#agents tbody tr"))
                    .extracting(WebElement::getText)
                    .satisfiesExactly(
                            row -> assertThat(row).startsWith("agent-1 (load-1, load) 300 0 0 0 "),
                            row -> assertThat(row).startsWith("agent-2 (load-2, load) 300 0 0 0 "),
                            row -> assertThat(row).startsWith("agent-3 (service-1, service) 600 "));
            String legend = "#percentiles .legend";
            assertThat(browser.one(legend).getText()).doesNotContain("agent-2");
            browser.all("#percentiles button").stream()
                    .filter(button -> button.getText().equals("each agent"))
                    .findFirst()
                    .orElseThrow()
                    .click();
            assertThat(browser.one(legend).getText()).contains("agent-1 (load-1, load)", "agent-2 (load-2, load)");
            assertThat(browser.console()).isEmpty();
        }
    }

    /** The machine of the call knows neither; and what agents looked up is in nothing that is kept. */
    @Test
    void shouldLookUpSecretsWhereItIsMeasured() throws Exception {
        Path file = directory.resolve("mine.yaml");
        try (TestServer control =
                        new TestServer(place("control"), "jetstream { store_dir: \"%s\" }".formatted(place("js")));
                TestServer broker = new TestServer(place("broker"), "authorization { token: " + SECRET + " }")) {
            BenchProcess load = agent("load", control);
            BenchProcess service = agent("service", control);
            Files.writeString(
                    file,
                    "transport: nats\nbroker: external\nurl: " + broker.url()
                            + "\nclient: { token: \"${env:TOKEN}\" }\n");

            BenchProcess bench =
                    bench("--agents", "load: 1, service: 1", "--nats", control.url(), "--yes", file.toString());

            bench.assertMeasured();
            assertThat(bench.resultJson().at("/accounting/received").asInt()).isEqualTo(600);
            for (BenchProcess agent : List.of(load, service)) {
                agent.signal("TERM");
                assertThat(agent.exitCode()).as(agent.err()).isEqualTo(143);
                assertThat(agent.out() + agent.err()).contains("works for").doesNotContain(SECRET);
            }
            try (Stream<Path> files = Files.walk(bench.result())) {
                assertThat(files.filter(Files::isRegularFile)).noneMatch(AgentsCommandTest::tellsTheSecret);
            }
        }
    }

    /** On the machine of the call, it is another server's. */
    @Tag("exhaustive")
    @Test
    void shouldRefuseTheControlServerAsABrokerWhoseAddressAgentsLookUp() throws Exception {
        Path file = Files.writeString(
                directory.resolve("mine.yaml"), "transport: nats\nbroker: external\nurl: ${env:BROKER}\n");
        try (TestServer control =
                new TestServer(place("control"), "jetstream { store_dir: \"%s\" }".formatted(place("js")))) {
            BenchProcess load = agent("load", control);
            BenchProcess service = agent("service", control);

            BenchProcess bench = BenchProcess.jarWithEnvironment(
                    directory,
                    List.of("BROKER=nats://127.0.0.1:1"),
                    List.of(),
                    BenchProcess.with(
                            SHORT,
                            "--agents",
                            "load: 1, service: 1",
                            "--nats",
                            control.url(),
                            "--yes",
                            file.toString()));

            assertThat(bench.exitCode()).as(bench.err() + bench.out()).isEqualTo(5);
            assertThat(bench.summary())
                    .contains("agent-1 (", "mine: ", "(expected: another server than the control server of --nats");
            load.end();
            service.end();
        }
    }

    private Path place(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private BenchProcess agent(String role, TestServer control) throws IOException {
        List<String> environment =
                List.of("TOKEN=" + SECRET, "TWOHOP_NATS=" + control.url(), "BROKER=" + control.url());
        BenchProcess agent = BenchProcess.jarWithEnvironment(
                place(role),
                environment,
                List.of(),
                "agent",
                "--roles",
                role,
                "--allow",
                "broker,url,client.token,env=TOKEN,env=BROKER,jvm.flags");
        await().atMost(PATIENCE).until(() -> agent.out().contains("waits at"));
        return agent;
    }

    private static boolean tellsTheSecret(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(SECRET);
        } catch (IOException e) {
            throw new IllegalStateException(file.toString(), e);
        }
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
        BenchCall bench = BenchCall.of(directory, BenchProcess.with(SHORT, "--agents", agents, "nats.yaml"));

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(words);
        assertThat(directory.resolve("results")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--once                | --listen: absent (expected: an address of this machine that the others reach",
                "--listen=203.0.113.1  | --listen: 203.0.113.1 (expected: an address of this machine",
            })
    void shouldRefuseAServerThatNobodyReaches(String option, String words) throws Exception {
        BenchCall agent = BenchCall.of(directory, "agent", "--nats", "nats://127.0.0.1:1", "--roles", "server", option);

        assertThat(agent.exitCode()).isEqualTo(2);
        assertThat(agent.err()).contains(words);
    }

    @Test
    void shouldSayThatThereIsNoControlServer() throws Exception {
        BenchCall agents = BenchCall.of(directory, "agents", "--nats", "nats://127.0.0.1:1");

        assertThat(agents.exitCode()).isEqualTo(2);
        assertThat(agents.err())
                .contains("--nats: nats://127.0.0.1:1 (expected: a NATS server that answers)", "nats-server -js");
    }
}
