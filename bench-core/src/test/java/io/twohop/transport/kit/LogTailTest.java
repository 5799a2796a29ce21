package io.twohop.transport.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
    @TempDir
    Path directory;

    /** As a Kafka broker does while it shuts down for a reason. */
    @Test
    void shouldNotTakeWhatIsLoggedInPassingForTheError() throws Exception {
        List<String> errors = List.of(
                "[main] ERROR kafka.server.BrokerServer - Fatal error during broker startup. Prepare to shutdown",
                "Caused by: java.net.BindException: Address already in use");
        Path log = Files.write(directory.resolve("broker.log"), errors);
        for (int i = 0; i < 5; i++) {
            Files.writeString(
                    log,
                    Files.readString(log)
                            + "[handler] INFO QuorumController - unable to start: RejectedExecutionException\n"
                            + "[handler] DEBUG Sender - java.util.concurrent.TimeoutException\n");
        }

        assertThat(LogTail.lastWords(log)).isEqualTo(String.join(" | ", errors));
    }

    /** As Redis does with a line of its configuration that it does not understand. */
    @Test
    void shouldTellWhatAHeadingAnnounces() throws Exception {
        Path log = Files.write(
                directory.resolve("redis.log"),
                List.of(
                        "",
                        "*** FATAL CONFIG FILE ERROR (Redis 7.0.15) ***",
                        "at line 1",
                        ">>> 'port much'",
                        "no number"));

        assertThat(LogTail.lastWords(log)).isEqualTo("at line 1 | >>> 'port much' | no number");
    }

    @Test
    void shouldNameUnknownHostsOnce() throws Exception {
        Path log = Files.writeString(
                directory.resolve("fork-1.log"),
                "[admin] WARN NetworkClient - Error connecting to node kafka-0.svc:9092\n"
                        + "java.net.UnknownHostException: kafka-0.svc: Name or service not known\n"
                        + "\tat java.net.Inet6AddressImpl.lookupAllHostAddr(Native Method)\n"
                        + "java.net.UnknownHostException: kafka-0.svc\n");

        assertThat(LogTail.unknownHosts(log)).containsExactly("kafka-0.svc");
    }
}
