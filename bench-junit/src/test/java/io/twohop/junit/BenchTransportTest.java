package io.twohop.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.TransportServer;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Classes that share a real server among their tests, run by JUnit as a user's are. */
@Tag("one-jdk")
@Timeout(180)
class BenchTransportTest {
    private static final List<String> SEEN = new ArrayList<>();

    @TempDir
    Path results;

    private EngineExecutionResults run(Class<?> type) {
        SEEN.clear();
        return EngineTestKit.engine("junit-jupiter")
                .selectors(DiscoverySelectors.selectClass(type))
                .configurationParameter("twohop.results", results.toString())
                .execute();
    }

    private static boolean listens(String url) {
        URI address = URI.create(url);
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static void see(BenchmarkResult result, TransportServer server) {
        boolean shared =
                result.warnings().stream().anyMatch(warning -> warning.text().startsWith("the server is shared"));
        SEEN.add((shared ? "shared " : "own ") + (server == null ? "" : server.address()));
    }

    @LatencyTest(
            rate = 200,
            warmup = "1s",
            duration = "1s",
            judged = false,
            set = {"idle=park", LatencyTestTest.FIRST_COMPILER})
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Sharing {
        @BenchTransport("nats.yaml")
        static TransportServer nats;

        @BeforeAll
        static void isThereBeforeAll() {
            SEEN.add(Boolean.toString(listens(nats.address())));
        }

        @LatencyTest
        void a(BenchmarkResult result) {
            see(result, nats);
        }

        @LatencyTest(
                transport = "nats.yaml",
                inProcess = true,
                set = {"transport.consumers=1", "idle=park"})
        void b(BenchmarkResult result) {
            see(result, nats);
        }

        @LatencyTest(transport = "loopback.yaml", inProcess = true, set = "idle=park")
        void c(BenchmarkResult result) {
            see(result, null);
        }

        @Nested
        class Inner {
            @LatencyTest(
                    rate = 200,
                    warmup = "1s",
                    duration = "1s",
                    judged = false,
                    inProcess = true,
                    set = "idle=park")
            void d(BenchmarkResult result) {
                see(result, nats);
            }
        }

        @AfterAll
        static void isThereAfterAll() {
            SEEN.add(Boolean.toString(listens(nats.address())));
        }
    }

    @Test
    void shouldStartTheServerOfAStaticFieldOnceForItsClass() {
        EngineExecutionResults run = run(Sharing.class);

        assertThat(failures(run)).isEmpty();
        assertThat(SEEN).hasSize(6).startsWith("true").endsWith("true").contains("own ");
        String address = SEEN.get(1).replace("shared ", "");
        assertThat(SEEN.stream().filter(seen -> seen.equals("shared " + address)))
                .hasSize(3);
        assertThat(listens(address)).as("ended with the class").isFalse();
        assertThat(Sharing.nats).isNull();
        assertThat(results.resolve("Sharing.nats/nats-server-1.log")).isNotEmptyFile();
    }

    static class Each {
        @BenchTransport(value = "nats.yaml", set = "serverConfig.max_connections=50")
        private TransportServer nats;

        @LatencyTest(
                rate = {200, 300},
                warmup = "1s",
                duration = "1s",
                judged = false,
                inProcess = true,
                set = "idle=park")
        void each(BenchmarkResult result) {
            see(result, nats);
        }
    }

    @Test
    void shouldStartTheServerOfAnInstancesFieldForEachTest() {
        EngineExecutionResults run = run(Each.class);

        assertThat(failures(run)).isEmpty();
        assertThat(SEEN).hasSize(2).doesNotHaveDuplicates().allMatch(seen -> seen.startsWith("shared "));
    }

    static class Absent {
        @BenchTransport(value = "nats.yaml", set = "server=/no/such/nats-server", whenUnavailable = Unavailable.SKIP)
        static TransportServer nats;

        @LatencyTest(rate = 200)
        void isNotRun(BenchmarkResult result) {
            SEEN.add("ran");
        }
    }

    static class Missing {
        @BenchTransport(value = "nats.yaml", set = "server=/no/such/nats-server")
        static TransportServer nats;

        @LatencyTest(rate = 200)
        void isNotRun(BenchmarkResult result) {
            SEEN.add("ran");
        }
    }

    @Test
    void shouldFailWithoutAServerAndSkipOnlyWhereAsked() {
        assertThat(failures(run(Missing.class)))
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .hasMessageContaining("nats.yaml cannot be measured here: server: /no/such/nats-server")
                        .hasMessageContaining("whenUnavailable = SKIP would skip it"));
        EngineExecutionResults skipped = run(Absent.class);
        assertThat(failures(skipped)).isEmpty();
        skipped.containerEvents().assertStatistics(counted -> counted.aborted(1));
        assertThat(SEEN).isEmpty();
    }

    static class Twice {
        @BenchTransport("nats.yaml")
        static TransportServer one;

        @BenchTransport("nats.yaml")
        static TransportServer other;

        @LatencyTest(rate = 200)
        void cannotKnowWhich(BenchmarkResult result) {}
    }

    static class WrongType {
        @BenchTransport("nats.yaml")
        static String address;

        @LatencyTest(rate = 200)
        void isNotRun(BenchmarkResult result) {}
    }

    static class OtherServer {
        @BenchTransport("nats.yaml")
        static TransportServer nats;

        @LatencyTest(rate = 200, set = "transport.nodes=3")
        void isNotWhatRuns(BenchmarkResult result) {}
    }

    @Test
    void shouldRefuseWhatCannotBeMeant() {
        assertThat(failures(run(Twice.class)))
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("@BenchTransport: nats.yaml (expected: one field of that file, not 2)"))
                .isNotEmpty();
        assertThat(failures(run(WrongType.class)))
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("a field of type TransportServer"));
        assertThat(failures(run(OtherServer.class)))
                .singleElement()
                .satisfies(failure -> assertThat(failure).hasMessageContaining("nodes: 3 (expected: 1, as the shared"));
    }

    /** Of tests and of classes. */
    private static List<Throwable> failures(EngineExecutionResults results) {
        return results.allEvents().failed().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow())
                .toList();
    }
}
