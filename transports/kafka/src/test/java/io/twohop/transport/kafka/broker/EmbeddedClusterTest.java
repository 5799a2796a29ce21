package io.twohop.transport.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.contentOf;

import io.twohop.testing.model.OtherJvm;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.SharedServer;
import io.twohop.transport.TransportException;
import io.twohop.workload.JvmOptions;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
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

    @Test
    void shouldServeWithThreeNodesOnLoopbackOnly() throws Exception {
        try (EmbeddedCluster cluster = new EmbeddedCluster(
                        SharedServer.LOOPBACK, 3, SMALL, Map.of(), directory, directory, JvmRecorder.NONE);
                Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.address()))) {
            assertThat(admin.describeCluster().nodes().get())
                    .hasSize(3)
                    .allMatch(node -> node.host().equals("127.0.0.1"));
            assertThat(cluster.pids()).hasSize(3).allMatch(EmbeddedClusterTest::isAlive);
            // It is a node of the cluster a moment before it has finished starting.
            Path log = directory.resolve("broker-3.log");
            await(() -> contentOf(log.toFile()).contains("Kafka Server started"));
        }
    }

    @Test
    void shouldLeaveNoProcessWhenClosed() throws Exception {
        EmbeddedCluster cluster =
                new EmbeddedCluster(SharedServer.LOOPBACK, 1, SMALL, Map.of(), directory, directory, JvmRecorder.NONE);
        List<Long> pids = cluster.pids();

        cluster.close();

        assertThat(pids).hasSize(1).noneMatch(EmbeddedClusterTest::isAlive);
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
            EmbeddedCluster cluster = new EmbeddedCluster(
                    SharedServer.LOOPBACK, 1, SMALL, Map.of(), directory, directory, JvmRecorder.NONE);
            System.out.println(cluster.pids().get(0));
            System.out.flush();
            Thread.sleep(Duration.ofMinutes(2).toMillis());
        }
    }

    @Test
    void shouldRepeatTheBrokersWordsWhenItDoesNotStart() {
        Map<String, String> wrong = Map.of("num.io.threads", "none");

        assertThatThrownBy(() -> new EmbeddedCluster(
                        SharedServer.LOOPBACK, 1, SMALL, wrong, directory, directory, JvmRecorder.NONE))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("could not be started")
                .hasMessageContaining("num.io.threads");
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
