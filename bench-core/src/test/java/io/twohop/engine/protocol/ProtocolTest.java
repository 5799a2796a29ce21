package io.twohop.engine.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Acknowledged;
import io.twohop.account.Integrity;
import io.twohop.config.YamlDocument;
import io.twohop.fault.Injection;
import io.twohop.measure.WorkMeter;
import io.twohop.pipeline.ServiceClocks;
import io.twohop.pipeline.ServiceCounts;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Cell;
import io.twohop.workload.Fault;
import io.twohop.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProtocolTest {
    private static final TransportFile TRANSPORT = TransportFile.of(YamlDocument.parse(
                    "mine/pipe.yaml", "transport: loopback\ncodec: json\nslots: 64\ndescription: 'a: #b'\n"))
            .on("127.0.0.1:4222");

    static List<Path> workloads() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("../workloads"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private static RunPlan handedOver(RunPlan plan) throws Exception {
        return Protocol.JSON.readValue(Protocol.line(plan), RunPlan.class);
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void shouldHandOverEveryCellOfEveryWorkload(Path file) throws Exception {
        Workload workload = Workload.read(YamlDocument.read(file));
        for (Cell cell : workload.cells()) {
            Path data = Path.of("/tmp/data");
            RunPlan plan = RunPlan.of("run-1", workload.scenario(cell), TRANSPORT, data, Path.of("logs"))
                    .recordedTo("x.jfr");

            RunPlan read = handedOver(plan);

            assertThat(read.scenario()).isEqualTo(workload.scenario(cell));
            assertThat(workload.only(cell).scenario()).isEqualTo(workload.scenario(cell));
            assertThat(read.runId()).isEqualTo("run-1");
            assertThat(read.dataDirectory()).isEqualTo(data.resolve("run-1"));
            assertThat(read.recorder()).isEqualTo(plan.recorder());
            assertThat(read.joins()).isFalse();
        }
    }

    @Test
    void shouldHandOverATransportFileAndTheServerThatItStandsFor() throws Exception {
        Workload workload = Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s"));
        RunPlan plan = RunPlan.of("run-1", workload.scenario(), TRANSPORT, Path.of("/tmp"), Path.of("logs"));

        TransportFile read = handedOver(plan.joining(null)).transport();

        assertThat(read.whole().toTree()).isEqualTo(TRANSPORT.whole().toTree());
        assertThat(read.whole().sourceName()).isEqualTo("mine/pipe.yaml");
        assertThat(read.name()).isEqualTo("pipe");
        assertThat(read.configured().config()).isEqualTo(TRANSPORT.configured().config());
        assertThat(read.server()).contains("127.0.0.1:4222");
        assertThat(handedOver(plan.joining("other")).transport().server()).contains("other");
        assertThat(handedOver(plan.joining(null)).joins()).isTrue();
    }

    @Test
    void shouldHandOverAPathThatLooksLikeAUri() throws Exception {
        Path path = Path.of("captures:2026/11-29T01:00/ticks");

        assertThat(Protocol.JSON.readValue(Protocol.line(path), Path.class)).isEqualTo(path);
    }

    @Test
    void shouldReadWhatAServiceReports() {
        ServiceCounts counts = new ServiceCounts(
                1, 2, 3, 4, new Integrity(5, 6, 7, 8L, 9, "a", null), new Acknowledged(1, 2, 3, 4, 5, 6, 7, 8, 9));
        for (ChildMessage message : List.of(
                new ChildMessage.Connected(null),
                new ChildMessage.Time(-5),
                new ChildMessage.Counts(counts),
                new ChildMessage.ServiceOver(counts, 11, List.of(new WorkMeter.Sum(1, 2, 4.5))),
                new ChildMessage.FailedReplies(List.of(7L, 8L)),
                new ChildMessage.Unanswered(List.of(9L)),
                new ChildMessage.Notice("back pressure"),
                new ChildMessage.Refused("no \"such\" thing"))) {
            assertThat(Protocol.read(Protocol.line(message), ChildMessage.class))
                    .contains(message);
        }
    }

    @Test
    void shouldReadWhatAParentSays() {
        for (ParentMessage message : List.of(
                new ParentMessage.TellTime(),
                new ParentMessage.Start(-7, new ServiceClocks(true, List.of(1L, -2L))),
                new ParentMessage.Start(7, ServiceClocks.UNKNOWN),
                new ParentMessage.Broken("agent-3: broker-1 was killed"),
                new ParentMessage.End())) {
            assertThat(Protocol.read(Protocol.line(message), ParentMessage.class))
                    .contains(message);
        }
    }

    @Test
    void shouldReadFaultsThatWereDone() {
        Fault kill = new Fault(Duration.ofMillis(1_500), "agent-2", Fault.Action.KILL, null);
        Fault delay = new Fault(
                Duration.ofSeconds(2),
                Fault.NETWORK,
                Fault.Action.DELAY,
                Duration.ofSeconds(1),
                null,
                Duration.ofMillis(20),
                null,
                1,
                null);
        ParentMessage done = new ParentMessage.FaultsDone(
                List.of(new Injection(kill, "agent-2", 7, 0), new Injection(delay, "network", 8, 9)));

        assertThat(Protocol.read(Protocol.line(done), ParentMessage.class)).contains(done);
    }

    @Test
    void shouldLeaveAloneWhatIsNoMessage() {
        for (String line : List.of("", "log4j: {}", "{", "{}", "{\"@type\":\"other\"}", "{\"@type\":null}", "[1]")) {
            assertThat(Protocol.read(line, ChildMessage.class)).as(line).isEmpty();
        }
    }

    /** A search that is killed cannot hand over the logs of its trial. */
    @Test
    void shouldKnowTheLogsThatTrialsLeft(@TempDir Path data) throws Exception {
        RunPlan plan = RunPlan.of(
                "run-1",
                Workload.builder()
                        .rate(1_000)
                        .duration(Duration.ofSeconds(1))
                        .build()
                        .scenario(),
                TRANSPORT,
                data,
                Path.of("logs"));
        assertThat(plan.serverLogsLeft())
                .as("of a run that has deleted its data")
                .isEmpty();
        Files.createDirectories(plan.serverLogs());
        Path own = plan.serverLogs();

        Path ofTrial = plan.trial(3, plan.scenario(), Optional.empty()).serverLogs();

        assertThat(plan.serverLogsLeft()).containsExactly(own, ofTrial);
    }
}
