package io.twohop.transport.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.twohop.Benchmark;
import io.twohop.BenchmarkBuilder;
import io.twohop.TransportServer;
import io.twohop.account.Interval;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunListener;
import io.twohop.finding.Finding;
import io.twohop.result.BenchmarkResult;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.Signals;
import io.twohop.workload.Idle;
import io.twohop.workload.Jfr;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A real server under several runs, with temporary files of their own: elsewhere other runs come and go. */
@Tag("one-jdk")
@Isolated("the place of temporary files is the process's")
@Timeout(360)
class SharedServerTest {
    private static final Workload QUICK = Workload.builder()
            .rate(200)
            .warmup(Duration.ofSeconds(1))
            .duration(Duration.ofSeconds(1))
            .floor(Duration.ZERO)
            .idle(Idle.PARK)
            .jfr(Jfr.OFF)
            .build();
    private static final long MESSAGES = 400;

    private static final String TEMPORARY = "java.io.tmpdir";

    @TempDir
    Path directory;

    @TempDir
    Path temporary;

    private String usual;

    @BeforeEach
    void setTemporary() {
        usual = System.setProperty(TEMPORARY, temporary.toString());
    }

    @AfterEach
    void resetTemporary() {
        System.setProperty(TEMPORARY, usual);
    }

    private BenchmarkBuilder on(TransportServer server) {
        return Benchmark.of(QUICK).transport(server).results(directory.resolve("results"));
    }

    @Test
    void shouldServeRunAfterRunAndKeepNothingOfThem() throws Exception {
        YamlDocument file = YamlDocument.parse("jetstream.yaml", "transport: nats\nmode: jetstream\n");
        Path logs = directory.resolve("logs");
        String address;
        try (TransportServer server = TransportServer.start(file, logs)) {
            address = server.address();
            BenchmarkResult apart = on(server)
                    .set("service", "{process: true}")
                    .set("jvm.flags", "-XX:TieredStopAtLevel=1")
                    .build()
                    .run();
            assertThat(apart.accounting().orElseThrow().received())
                    .as(apart.toString())
                    .isEqualTo(MESSAGES);
            Benchmark here = on(server).inProcess().build();
            List<BenchmarkResult> results = List.of(here.run(), here.run());

            assertThat(results).allSatisfy(result -> {
                assertThat(result.accounting().orElseThrow().received())
                        .as(result.toString())
                        .isEqualTo(MESSAGES);
                assertThat(result.warnings())
                        .anySatisfy(warning -> assertThat(warning.text()).startsWith("the server is shared"));
                assertThat(result.forks().get(0).guarantees().durability())
                        .isEqualTo("memory of one server: lost with the process");
            });
            Connection connection = Nats.connect(address);
            JetStreamManagement streams = connection.jetStreamManagement();
            assertThat(streams.getStreamNames()).isEmpty();
            assertThat(streams.getAccountStatistics().getApi().getTotalApiRequests())
                    .as("both runs made their streams there")
                    .isGreaterThan(8);
            connection.close();
        }

        String ended = address;
        assertThatThrownBy(() -> Nats.connect(ended)).isInstanceOf(IOException.class);
        assertThat(temporary).isEmptyDirectory();
        assertThat(logs.resolve("nats-server-1.log")).isNotEmptyFile();
    }

    @Test
    void shouldNameAServerThatIsStoppedInTheRunThatWaitedForIt() throws Exception {
        // Other tests of this process have servers as well.
        Set<ProcessHandle> others = natsServers();
        try (TransportServer server = TransportServer.start("nats.yaml")) {
            ProcessHandle nats = natsServers().stream()
                    .filter(process -> !others.contains(process))
                    .findFirst()
                    .orElseThrow();

            BenchmarkResult stopped =
                    on(server).inProcess().listener(new StopOnce(nats)).build().run();
            BenchmarkResult next = on(server).inProcess().build().run();

            assertThat(stops(stopped))
                    .singleElement()
                    .satisfies(
                            stop -> assertThat(stop)
                                    .matches(
                                            "broker-1 was stopped for (2[5-9]\\d|[3-9]\\d\\d|\\d,\\d+) ms, which nobody had asked for: .*"));
            assertThat(stops(next)).as("those of its own time").isEmpty();
        }
    }

    private static Set<ProcessHandle> natsServers() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("nats-server"))
                .collect(Collectors.toSet());
    }

    private static List<String> stops(BenchmarkResult result) {
        return result.forks().get(0).incidents().stream()
                .map(Finding::text)
                .filter(text -> text.contains("was stopped"))
                .toList();
    }

    /** Stops a process for a while after a run's first second. */
    private static final class StopOnce implements RunListener {
        private final ProcessHandle process;
        private boolean done;

        StopOnce(ProcessHandle process) {
            this.process = process;
        }

        @Override
        public void onStarted(Started started) {
            // The first second is soon enough.
        }

        @Override
        public void onEnded(Ended ended) {
            // The result is returned as well.
        }

        @Override
        public void onInterval(Interval interval) {
            if (!done) {
                done = true;
                try {
                    Signals.pause(process);
                    Thread.sleep(300);
                    Signals.resume(process);
                    // The watch looks every 10 ms.
                    Thread.sleep(50);
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Test
    void shouldRefuseToMeasureWhatTheServerIsNot() throws Exception {
        try (TransportServer server = TransportServer.start("nats.yaml")) {
            assertThatThrownBy(() -> on(server).setTransport("nodes", "3").build())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("nodes: 3 (expected: 1, as the shared server of nats was started with)");
            assertThat(on(server).setTransport("consumers", "2").build()).isNotNull();
            assertThat(on(server).transport("loopback.yaml").build())
                    .as("what is set last counts")
                    .isNotNull();
        }
    }

    @Test
    void shouldStartNothingWhereThereIsNothingToStart() throws Exception {
        YamlDocument external =
                YamlDocument.parse("mine.yaml", "transport: nats\nbroker: external\nurl: nats://127.0.0.1:1\n");
        assertThatThrownBy(() -> TransportServer.start(external, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("mine.yaml (expected: one whose runs start a server of their own)");
        assertThatThrownBy(() -> TransportServer.start("loopback.yaml"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("loopback.yaml (expected: one whose runs start a server of their own)");
        YamlDocument broken = YamlDocument.parse("nats.yaml", "transport: nats\nserverConfig: { max_payload: much }\n");
        assertThatThrownBy(() -> TransportServer.start(broken, null))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("could not be started: broker-1 ended with exit code 1; it said: ")
                .hasMessageContaining("server.conf:3:1");
        YamlDocument closed = YamlDocument.parse(
                "nats.yaml", "transport: nats\nserverConfig: { authorization: '{ token: hidden }' }\n");
        assertThatThrownBy(() -> TransportServer.start(closed, null))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("serverConfig: asks for credentials (expected: none")
                .hasMessageNotContaining("hidden");
        assertThat(temporary).isEmptyDirectory();
    }
}
