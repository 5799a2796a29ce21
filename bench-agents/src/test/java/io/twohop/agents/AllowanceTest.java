package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.Protocol;
import io.twohop.engine.protocol.RunPart;
import io.twohop.registry.TransportFile;
import io.twohop.registry.TransportFiles;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways by which a plan could reach a command, a file, a class or a server of the agent. */
@Tag("one-jdk")
class AllowanceTest {
    private static final String HARMLESS =
            "rate: 20k\nsize: 64\nduration: 10s\njvm: { heap: 256m, gc: zgc }\nkeys: { count: 10 }\nheaders: 2x16B\n"
                    + "service: { work: 1us }\nfaults: [{ at: 1s, target: service, action: kill }]\n";

    @TempDir
    Path directory;

    private static ObjectNode plan(String workload, YamlDocument transport) throws IOException {
        PartPlan plan = new PartPlan(
                "twohop-1",
                new PartPlan.Seat(1, 1, 1, AgentRole.LOAD),
                Workload.read(YamlDocument.parse("w.yaml", workload)).scenario(),
                TransportFile.of(transport),
                RunPart.WHOLE,
                false,
                null,
                false,
                false);
        return (ObjectNode) Protocol.JSON.readTree(Protocol.line(plan));
    }

    private static ObjectNode plan() throws IOException {
        return plan(HARMLESS, TransportFiles.find("nats.yaml"));
    }

    private static ObjectNode at(ObjectNode plan, String section) {
        return (ObjectNode) plan.at(section);
    }

    /** As a hostile caller writes it: nothing on its machine checks it. */
    private static ObjectNode transport(String file, String key, JsonNode value) throws IOException {
        ObjectNode plan = plan(HARMLESS, TransportFiles.find(file));
        ObjectNode keys = at(plan, "/transport/document/tree");
        String[] path = key.split("/");
        for (String parent : Arrays.copyOf(path, path.length - 1)) {
            keys = keys.withObject("/" + parent);
        }
        keys.set(path[path.length - 1], value);
        return plan;
    }

    private static JsonNode text(String value) {
        return JsonNodeFactory.instance.textNode(value);
    }

    private static PartPlan read(JsonNode plan, String... allowed) throws IOException {
        return Allowance.of(List.of(allowed)).read(plan, Set.of(AgentRole.LOAD));
    }

    /** It is refused by default, the refusal names the option, and the option allows it. */
    private static void assertNeeds(ObjectNode plan, String what, String option) throws IOException {
        assertThatThrownBy(() -> read(plan))
                .isInstanceOf(AgentsException.class)
                .hasMessageContaining(what)
                .hasMessageContaining("--allow " + option);
        read(plan, option.split(","));
        read(plan, "all");
    }

    @Test
    void shouldAllowWhatHarmsNothing() throws Exception {
        for (String file : TransportFiles.carried().keySet()) {
            assertThat(read(plan(HARMLESS, TransportFiles.find(file))).runId()).isEqualTo("twohop-1");
        }
        assertThat(read(transport("nats.yaml", "description", text("any"))).runId())
                .isEqualTo("twohop-1");
    }

    @Test
    void shouldAllowTheNumbersThatAWorkloadVaries() throws Exception {
        assertThat(read(transport("jetstream-file.yaml", "consumers", text("2")))
                        .transport()
                        .whole()
                        .text("consumers"))
                .contains("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:OnOutOfMemoryError=touch /tmp/x",
                "-javaagent:/tmp/x.jar",
                "-XX:Flags=/tmp/x",
                "@/tmp/x",
                "-XX:TieredStopAtLevel=1"
            })
    void shouldRefuseFlags(String flag) throws Exception {
        ObjectNode plan = plan();
        at(plan, "/scenario/jvm").putArray("flags").add(flag);
        if (flag.startsWith("-")) {
            assertNeeds(plan, "jvm.flags: [" + flag + "]", "jvm.flags");
        } else {
            assertThatThrownBy(() -> read(plan, "all")).hasMessageContaining("a JVM flag, which starts with '-'");
        }
    }

    /** Answers are cut, and the option stands at their end. */
    @Test
    void shouldNameTheOptionHoweverMuchIsRefused() throws Exception {
        ObjectNode plan = plan();
        ArrayNode flags = at(plan, "/scenario/jvm").putArray("flags");
        IntStream.range(0, 50_000).forEach(i -> flags.add("-Dflag" + i + "=x"));
        ObjectNode client = at(plan, "/transport/document/tree").putObject("client");
        IntStream.range(0, 5_000).forEach(i -> client.put("key" + i, "x"));

        assertThatThrownBy(() -> read(plan))
                .satisfies(e -> assertThat(Answer.refused(e.getMessage()).refused())
                        .hasSizeLessThan(20_000)
                        .startsWith("its owner does not let callers set ")
                        .endsWith(",jvm.flags, or give the agent the same nats.yaml in its working directory)"));
    }

    @ParameterizedTest
    @CsvSource({
        "nats.yaml, server, /tmp/x, server",
        "nats.yaml, serverConfig/log_file, /home/me/.profile, serverConfig.log_file",
        "nats.yaml, sync, always, sync",
        "nats.yaml, url, nats://10.0.0.9:4222, url",
        "nats.yaml, client/credential.path, /home/me/.ssh/id, client.credential.path",
        "nats.yaml, client/ssl.context.factory.class, com.acme.Evil, client.ssl.context.factory.class",
        "nats.yaml, clientJars, /tmp/x.jar, clientJars",
        "nats.yaml, limits/rate, 1G, limits.rate",
        "nats.yaml, transport, com.acme.Evil, classes=com.acme.Evil",
        "nats.yaml, codec, com.acme.Evil, classes=com.acme.Evil"
    })
    void shouldRefuseKeysThatReachACommandAFileAClassOrAServer(String file, String key, String value, String option)
            throws Exception {
        ObjectNode plan = transport(file, key, text(value));

        assertThatThrownBy(() -> read(plan))
                .isInstanceOf(AgentsException.class)
                .hasMessageContaining(key.replace('/', '.') + ": " + value)
                .hasMessageContaining("--allow " + option)
                .hasMessageContaining("give the agent the same nats.yaml in its working directory");
    }

    /** The value itself would have been sent to a server of the caller's. */
    @Test
    void shouldLookUpNothingForACaller() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "s3cret-0f-the-agent");
        String file = "${file:" + secret + "}";
        for (String key : List.of("client/password", "description")) {
            String allowed = key.startsWith("client") ? "client.password," : "";
            assertNeeds(transport("nats.yaml", key, text("${env:PATH}")), "${env:PATH}", allowed + "env=PATH");
            assertNeeds(transport("nats.yaml", key, text(file)), secret.toString(), allowed + "files=" + directory);
            assertThatThrownBy(() -> read(transport("nats.yaml", key, text(file)), "client"))
                    .hasMessageNotContaining("s3cret");
        }
        assertThatThrownBy(() -> read(
                        transport("nats.yaml", "client/password", text("${file:" + directory + "/../x/secret}")),
                        "client",
                        "files=" + directory))
                .hasMessageContaining("files=");
        Path link = Files.createSymbolicLink(
                Files.createDirectories(directory.resolve("shared")).resolve("link"), secret);
        assertThatThrownBy(() -> read(
                        transport("nats.yaml", "client/password", text("${file:" + link + "}")),
                        "client",
                        "files=" + directory.resolve("shared")))
                .hasMessageContaining("files=");
    }

    /** However a caller writes a reference: escaped in JSON, in a list, in a nested mapping, or in several texts. */
    @Test
    void shouldFindReferencesHoweverTheyAreWritten() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "s3cret-0f-the-agent");
        Path shared = Files.createDirectories(directory.resolve("shared"));
        Path link = Files.createSymbolicLink(shared.resolve("a\"b\\c\n\u00e4"), secret);
        String files = "files=" + shared.toRealPath();
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        JsonNode reference = text("${file:" + link + "}");
        for (JsonNode value : List.of(
                reference,
                text("x${env:HOME}${file:" + link + "}"),
                nodes.arrayNode().add("x").add(reference),
                nodes.arrayNode().addObject().set("x", reference),
                nodes.objectNode().set("x", nodes.objectNode().set("y", reference)))) {
            ObjectNode plan = transport("nats.yaml", "client/password", value);
            assertThatThrownBy(() -> read(plan, "client", "env=HOME", files))
                    .hasMessageContaining("files=" + directory);
        }
        String escaped = Protocol.line(transport("nats.yaml", "description", text("${file:" + secret + "}")))
                .replace("${file:", "\\u0024\\u007bf\\u0069le\\u003a");
        assertThatThrownBy(() -> read(Protocol.JSON.readTree(escaped))).hasMessageContaining("files=" + directory);
    }

    @Test
    void shouldLookUpNothingOfSeveralTextsOrOfAKey() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "s3cret-0f-the-agent");
        JsonNode parts = JsonNodeFactory.instance.arrayNode().add("${file:").add(secret + "}");
        assertThatThrownBy(() -> read(transport("nats.yaml", "clientJars", parts), "clientJars"))
                .hasMessageContaining("${file:PATH}")
                .hasMessageNotContaining("s3cret");
        ObjectNode key = plan();
        at(key, "/transport/document/tree").withObject("/client").put("${file:" + secret + "}", "x");
        assertThat(Protocol.line(read(key, "client"))).doesNotContain("s3cret");
    }

    @Test
    void shouldRefuseFilesToSend() throws Exception {
        Path file = Files.writeString(directory.resolve("mail"), "x");
        ObjectNode event = plan();
        at(event, "/scenario/payload").putObject("event").put("file", file.toString());
        assertNeeds(event, "event.file: " + file, "files=" + directory.toRealPath());
        ObjectNode arrivals = plan();
        at(arrivals, "/scenario/load")
                .putObject("arrivals")
                .put("kind", "REPLAY")
                .put("file", file.toString());
        assertNeeds(arrivals, "arrivals.file: " + file, "files=" + directory.toRealPath());
    }

    @Test
    void shouldRefuseClasses() throws Exception {
        ObjectNode event = plan();
        at(event, "/scenario/payload").put("event", "com.acme.Evil");
        assertNeeds(event, "event: com.acme.Evil", "classes=com.acme.Evil");
        ObjectNode service = plan();
        at(service, "/scenario").put("service", "com.acme.Evil");
        assertNeeds(service, "service: com.acme.Evil", "classes=com.acme.Evil");
        read(service, "classes");
        assertThatThrownBy(() -> read(service, "classes=com.acme.Good")).isInstanceOf(AgentsException.class);
        ObjectNode unpackaged = plan();
        at(unpackaged, "/scenario").put("service", "Unpackaged");
        assertNeeds(unpackaged, "service: Unpackaged", "classes=Unpackaged");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nats://10.0.0.9:4222",
                "nats://127.0.0.1:1,nats://10.0.0.9:4222",
                "nats://user:word@10.0.0.9:4222",
                "10.0.0.9:9092",
                "127.0.0.1:9092,10.0.0.9:9092",
                "10.0.0.9:4000@/dev/shm/twohop-none"
            })
    void shouldRefuseServersOfOtherMachines(String address) throws Exception {
        for (ObjectNode plan : withServer(text(address))) {
            assertThatThrownBy(() -> read(plan))
                    .isInstanceOf(AgentsException.class)
                    .hasMessageContaining("servers=10.0.0.9");
            read(plan, "servers=10.0.0.9", "files=/dev/shm");
            read(plan, "servers", "files=/dev/shm");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1.evil.com", "localhost.evil", "evil-localhost", "127.0.0.1-x.evil", "[fd00::9]"})
    void shouldRefuseNamesThatResembleThisMachine(String host) throws Exception {
        for (String address : List.of("nats://" + host + ":4222", host + ":4222", "tls://u:w@" + host)) {
            for (ObjectNode plan : withServer(text(address))) {
                assertNeeds(plan, "server: ", "servers=" + host);
            }
        }
    }

    /** Clients would read these in other ways than a check, so only {@code all} allows them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nats://10.0.0.9:4222/@127.0.0.1",
                "nats://10.0.0.9:4222/@127.0.0.1:4222",
                "nats://10.0.0.9:4222?@127.0.0.1",
                "nats://10.0.0.9:4222#@127.0.0.1",
                "nats://10.0.0.9:4222\\@127.0.0.1",
                "nats://10.0.0.9:4222\n@127.0.0.1",
                "nats://10.0.0.9:4222 @127.0.0.1",
                "nats://a@10.0.0.9:4222@127.0.0.1",
                "nats://127.0.0.1@10.0.0.9:4222@localhost",
                "nats://127.0.0.1:4222/x",
                "nats://127.0.0.1:4222,",
                "nats://127.0.0.1:4222,,nats://127.0.0.1:4223",
                "nats://127.0.0.1:4222 ,nats://127.0.0.1:4223",
                "nats://nats://127.0.0.1:4222",
                "ws://127.0.0.1:4222",
                "nats:10.0.0.9:4222@127.0.0.1",
                "nats:///10.0.0.9",
                "10.0.0.9:9092/127.0.0.1:9092",
                "10.0.0.9:9092]127.0.0.1:9092",
                "x[10.0.0.9]:9092@127.0.0.1",
                "@/dev/shm/twohop-x/10.0.0.9:9092",
                "127.0.0.1:1@/dev/shm/twohop-x@10.0.0.9:4222",
                "@/dev/shm/twohop-x,10.0.0.9:9092",
                "127.0.0.1:1@evil/dev/shm",
                "@relative",
                "2130706433:9092",
                "0x7f000001:9092",
                "0x7f.0.0.1:9092",
                "127.1:9092",
                "127.0.0.256:9092",
                "127.0.0.1.:9092",
                "::1:9092",
                "[::1:9092",
                "[::1%25eth0]:9092",
                "127.0.0.1:99999",
                "127.0.0.1:x",
                ":9092",
                "\uff11\uff12\uff17.0.0.1:9092"
            })
    void shouldRefuseAddressesThatCanBeReadInTwoWays(String address) throws Exception {
        for (ObjectNode plan : withServer(text(address))) {
            assertThatThrownBy(() -> read(plan, "servers", "files=/"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("server: ");
        }
    }

    @Test
    void shouldRefuseAddressesThatAreNoText() throws Exception {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        for (JsonNode server : List.of(
                nodes.numberNode(2130706433),
                nodes.arrayNode().add("10.0.0.9:4222"),
                nodes.objectNode().put("address", "10.0.0.9:4222"))) {
            for (ObjectNode plan : withServer(server)) {
                assertThatThrownBy(() -> read(plan, "servers"))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("server: ");
            }
        }
    }

    /** A plan names a server at two places. */
    private static List<ObjectNode> withServer(JsonNode server) throws IOException {
        ObjectNode part = plan();
        part.set("address", server);
        ObjectNode file = plan();
        at(file, "/transport").set("server", server);
        return List.of(part, file);
    }

    @Test
    void shouldAllowTheRunsOwnServerOnThisMachine() throws Exception {
        Path driver = Files.createTempDirectory("twohop-aeron-");
        try {
            for (String address : List.of(
                    "nats://127.0.0.1:4222",
                    "nats://127.0.0.1:4222,nats://127.0.0.1:4223",
                    "127.0.0.1:9092,localhost:9093",
                    "kafka://twohop:0a1b@127.0.0.1:9092,kafka://twohop:0a1b@127.0.0.1:9093",
                    "[::1]:9092",
                    "127.0.0.1:40123@" + driver,
                    "[::1]:40123@" + driver + "/media",
                    "@" + driver)) {
                ObjectNode plan = plan();
                plan.put("address", address);
                assertThat(read(plan).address()).isEqualTo(address);
            }
            ObjectNode elsewhere = plan();
            elsewhere.put("address", "@" + directory);
            assertThatThrownBy(() -> read(elsewhere)).hasMessageContaining("server: " + directory);
        } finally {
            Files.delete(driver);
        }
    }

    @Test
    void shouldRefuseWhatNoAgentDoes() throws Exception {
        ObjectNode path = plan();
        for (String other : List.of("../../home", "orders", "twohop-", "twohop-a/b", "twohop-aeron.1")) {
            path.put("runId", other);
            assertThatThrownBy(() -> read(path, "all")).hasMessageContaining("runId: " + other);
        }
        ObjectNode role = plan();
        at(role, "/seat").put("role", "SERVER");
        assertThatThrownBy(() -> read(role, "all")).hasMessageContaining("role: server");
        for (String fault : List.of("target: network, action: cut, for: 1s", "target: disk, action: fill, for: 1s")) {
            ObjectNode plan = plan(
                    "rate: 1\nduration: 10s\nfaults: [{ at: 1s, " + fault + " }]\n", TransportFiles.find("nats.yaml"));
            assertThatThrownBy(() -> read(plan, "all")).hasMessageContaining("faults: ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "jvm", "jvm.flag", "files", "env", "files=", "urls", "jvm.flags=x", "all=x"})
    void shouldRefuseToAllowNothing(String word) {
        assertThatThrownBy(() -> Allowance.of(List.of(word)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--allow");
    }

    @Test
    void shouldTakeEveryKeyOfTransports() {
        Stream.of("url", "client", "client.password", "serverConfig", "server", "limits", "broker")
                .forEach(word -> assertThat(Allowance.of(List.of(word))).isNotNull());
    }
}
