package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
import io.twohop.testing.run.WholeRuns;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ForkLogTest {
    @TempDir
    Path results;

    /** Kafka's client reports a listener that does not resolve as a timeout, and names it in its log only. */
    @Test
    void shouldAddHostsThatOnlyTheLogNames() throws Exception {
        Path log = Files.writeString(
                results.resolve("fork-1.log"), "java.net.UnknownHostException: kafka-0.svc\nCaused by: Timeout\n");

        assertThat(ForkedRun.withUnknownHosts("broker: timed out", log))
                .isEqualTo("broker: timed out; this machine cannot resolve kafka-0.svc (fork-1.log)");
        assertThat(ForkedRun.withUnknownHosts("kafka-0.svc: unknown", log)).isEqualTo("kafka-0.svc: unknown");
    }

    /** The JVM itself writes to the log, as servers do; it ends before any of its code could remove the secret. */
    @Test
    @Timeout(60)
    void shouldRemoveSecretsThatAForkCouldNot() throws Exception {
        BenchmarkResult result = WholeRuns.run(
                "rate: 100\nduration: 1s\njvm: { flags: '-XX:password=hunter22' }\n",
                "transport: loopback\ncodec: json\n",
                results,
                RunListener.NONE);

        assertThat(result.verdict().toString()).contains("Java refused its options");
        try (Stream<Path> files = Files.walk(results)) {
            List<Path> logs =
                    files.filter(file -> file.toString().endsWith("fork-1.log")).toList();
            assertThat(Files.readString(logs.get(0)))
                    .contains("Unrecognized VM option 'password=<redacted>")
                    .doesNotContain("hunter22");
        }
    }

    @Test
    @Timeout(60)
    void shouldSayWhatToDoWhereAnotherJvmHasTheDebuggersPort() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BenchmarkResult result = WholeRuns.run(
                    "rate: 100\nduration: 1s\njvm: { flags: '-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:"
                            + other.getLocalPort() + "' }\n",
                    "transport: loopback\ncodec: json\n",
                    results,
                    RunListener.NONE);

            assertThat(result.verdict().toString())
                    .contains(
                            "Address already in use", "take the debugger's port out of it", "--duet measures two JVMs");
        }
    }
}
