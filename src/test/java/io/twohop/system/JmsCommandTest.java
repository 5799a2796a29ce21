package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.transport.kit.FreePorts;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JMS from the command line: brokers that the run starts, and a user's own with the client's jars. */
@Timeout(180)
class JmsCommandTest {
    private static final Pattern NETTY = Pattern.compile("netty-common-([\\d.]+)");
    private static final String PASSWORD = "known-to-nobody";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jms-persistent.yaml", "jms-classic.yaml"})
    void shouldMeasureWithABrokerOfItsOwn(String transport) throws Exception {
        BenchProcess bench = BenchProcess.jar(directory, BenchProcess.with(BenchProcess.SHIPPED, transport));

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(400);
        assertThat(result.at("/probes/acknowledge/count").asInt()).isEqualTo(200);
        assertThat(result.at("/forks/0/incidents").findValues("invalidates"))
                .as("a busy machine may hold up sends")
                .noneMatch(JsonNode::asBoolean);
        assertThat(bench.result().resolve("broker-1.log")).isNotEmptyFile();
        assertThat(bench.leftBehind()).isEmpty();
        if (transport.equals("jms-persistent.yaml")) {
            assertThat(result.at("/forks/0/guarantees/durability").asText())
                    .containsPattern(System.getenv("CI") == null ? "\\((asyncio|nio)\\)" : "\\(asyncio\\)");
        }
    }

    /** As docs/jms.md says: jars, a connection factory, setters, a user. Its client is not the one that a run would start with. */
    @Test
    void shouldMeasureAProviderThatOnlyTheUserHas() throws Exception {
        int port = FreePorts.take(1).get(0);
        Path broker = Files.createDirectory(directory.resolve("broker"));
        Path properties = Files.writeString(
                broker.resolve("properties"),
                "host=127.0.0.1\nport=" + port + "\nuser=bench\npassword=" + PASSWORD + "\njournal=none\ndata="
                        + broker.resolve("data"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        jar("jms-classic-*.jar").toString(),
                        "io.twohop.broker.classic.ClassicMain",
                        properties.toString(),
                        broker.resolve("ready").toString())
                .redirectErrorStream(true)
                .redirectOutput(broker.resolve("log").toFile())
                .start();
        try {
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(broker.resolve("ready")));
            Path file = Files.writeString(
                    directory.resolve("mine.yaml"),
                    "transport: jms\nbroker: external\nclientJars: [" + jar("activemq-client-*.jar") + ", "
                            + jar("hawtbuf-*.jar") + ", " + jar("slf4j-api-*.jar")
                            + "]\nconnectionFactory: org.apache.activemq.ActiveMQConnectionFactory\n"
                            + "setters: { brokerURL: \"tcp://127.0.0.1:" + port + "?jms.alwaysSyncSend=true\" }\n"
                            + "user: bench\npassword: ${env:BROKER_PASSWORD}\n");

            BenchProcess bench = BenchProcess.jarWithEnvironment(
                    directory,
                    List.of("BROKER_PASSWORD=" + PASSWORD),
                    List.of(),
                    BenchProcess.with(BenchProcess.SHIPPED, "-y", file.toString()));

            bench.assertMeasured();
            assertThat(bench.resultJson().at("/accounting/received").asInt()).isEqualTo(400);
            assertThat(bench.said()).contains("CompletionListener").doesNotContain(PASSWORD);
            assertThat(bench.leftBehind()).isEmpty();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** A fork's class path is the jars that these manifests name, and so is a broker's. */
    @Test
    void shouldGiveAForkTheNettyOfOneClient() throws IOException {
        assertThat(nettys("transport-jms-*.jar"))
                .as("a provider of the user's own")
                .isEmpty();
        assertThat(nettys("transport-jms-*.jar", "jms-artemis-*.jar"))
                .hasSize(1)
                .allMatch(version -> version.startsWith("4.1."));
        assertThat(nettys("transport-jms-*.jar", "jms-classic-*.jar")).isEmpty();
    }

    private static Set<String> nettys(String... jars) throws IOException {
        Set<String> versions = new TreeSet<>();
        for (String jar : jars) {
            for (String needed : needed(jar(jar))) {
                assertThat(lib().resolve(needed)).exists();
                Matcher netty = NETTY.matcher(needed);
                if (netty.find()) {
                    versions.add(netty.group(1));
                }
            }
        }
        return versions;
    }

    private static List<String> needed(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return new ArrayList<>(List.of(file.getManifest()
                    .getMainAttributes()
                    .getValue(Attributes.Name.CLASS_PATH)
                    .split(" ")));
        }
    }

    private static Path lib() {
        return Path.of("../../bench-cli/target/lib").toAbsolutePath().normalize();
    }

    static Path jar(String pattern) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(lib(), pattern)) {
            return found.iterator().next();
        }
    }
}
