package io.twohop.transport.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import io.twohop.testing.model.OtherJvm;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerUser;
import io.twohop.workload.JvmOptions;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(360)
class EmbeddedClusterTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final JvmOptions SMALL =
            new JvmOptions("256m", JvmOptions.Gc.SERIAL, List.of("-XX:TieredStopAtLevel=1"));

    @TempDir
    Path directory;

    private static ClusterPlan plan(int nodes, Map<String, String> further) {
        return new ClusterPlan(SharedServer.LOOPBACK, nodes, SMALL, further, Optional.of(ServerUser.made()));
    }

    @Test
    void shouldServeWithThreeNodesOnLoopbackOnlyAndLeaveNoProcessWhenClosed() throws Exception {
        List<Long> pids;
        try (EmbeddedCluster cluster = new EmbeddedCluster(plan(3, Map.of()), directory, directory, JvmRecorder.NONE);
                Admin admin = Admin.create(new HashMap<>(cluster.clientProperties()))) {
            assertThat(admin.describeCluster().nodes().get())
                    .hasSize(3)
                    .allMatch(node -> node.host().equals("127.0.0.1"));
            pids = cluster.pids();
            assertThat(pids).hasSize(3).allMatch(EmbeddedClusterTest::isAlive);
            // It is a node of the cluster a moment before it has finished starting.
            Path log = directory.resolve("broker-3.log");
            await(() -> contentOf(log.toFile()).contains("Kafka Server started"));
            assertLetsInNobodyElse(cluster);
        }

        assertThat(pids).noneMatch(EmbeddedClusterTest::isAlive);
    }

    private void assertLetsInNobodyElse(EmbeddedCluster cluster) throws Exception {
        Path file = directory.resolve("broker-1/server-1.properties");
        String controllers = contentOf(file.toFile())
                .lines()
                .filter(line -> line.startsWith("controller.quorum.voters="))
                .findFirst()
                .orElseThrow()
                .replaceAll(".*@(.*?),.*", "$1")
                .replace("\\", "");
        Map<String, String> wrong = Sasl.client(new ServerUser("twohop", "0123456789abcdef"));
        for (Map<String, String> login : List.of(Map.<String, String>of(), wrong)) {
            assertRefused(login, AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.address());
            assertRefused(login, AdminClientConfig.BOOTSTRAP_CONTROLLERS_CONFIG, controllers);
        }

        String password = ServerUser.of(cluster.access()).orElseThrow().password();
        assertThat(contentOf(file.toFile())).contains(password);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        for (long pid : cluster.pids()) {
            assertThat(Files.readString(Path.of("/proc/" + pid + "/cmdline"))).doesNotContain(password);
            assertThat(Files.readString(Path.of("/proc/" + pid + "/environ"))).doesNotContain(password);
        }
        assertThat(contentOf(directory.resolve("broker-1.log").toFile())).doesNotContain(password);
    }

    private static void assertRefused(Map<String, String> login, String key, String addresses) {
        Map<String, Object> properties = new HashMap<>(login);
        properties.put(key, addresses);
        properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "2000");
        properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "1500");
        try (Admin admin = Admin.create(properties)) {
            assertThatThrownBy(() -> admin.describeCluster().nodes().get())
                    .as("%s %s", key, login.keySet())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(login.isEmpty() ? TimeoutException.class : SaslAuthenticationException.class);
        }
    }

    @Test
    void shouldDieWithTheProcessThatStartedIt() throws Exception {
        Process parent = new ProcessBuilder(OtherJvm.command(Parent.class, directory.toString()))
                .redirectError(directory.resolve("parent.txt").toFile())
                .start();
        long broker;
        try (BufferedReader lines = parent.inputReader()) {
            String line = lines.readLine();
            assertThat(line)
                    .as(() -> "the parent, which said: "
                            + contentOf(directory.resolve("parent.txt").toFile()))
                    .isNotNull();
            broker = Long.parseLong(line);
            assertThat(isAlive(broker)).isTrue();
            // Kafka's client says this of each attempt to connect, and would flood the log of a test that starts a
            // broker.
            assertThat(contentOf(directory.resolve("parent.txt").toFile()))
                    .doesNotContain("could not be established", "Rebootstrapping");
            parent.destroyForcibly().waitFor();
        }

        await(() -> !isAlive(broker));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    /** Starts a broker, says which process it is, and waits. */
    static final class Parent {
        public static void main(String[] arguments) throws Exception {
            Path directory = Path.of(arguments[0]);
            EmbeddedCluster cluster = new EmbeddedCluster(plan(1, Map.of()), directory, directory, JvmRecorder.NONE);
            System.out.println(cluster.pids().get(0));
            System.out.flush();
            Thread.sleep(Duration.ofMinutes(2).toMillis());
        }
    }

    @Test
    void shouldRepeatTheBrokersWordsWhenItDoesNotStart() {
        Map<String, String> wrong = Map.of("num.io.threads", "none");

        assertThatThrownBy(() -> new EmbeddedCluster(plan(1, wrong), directory, directory, JvmRecorder.NONE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("could not be started")
                .hasMessageContaining("num.io.threads");
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
