package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.ThreadLayout;
import io.twohop.config.Distribution;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.event.Microservice;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.testing.BlockingLoopback;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import io.twohop.workload.ServiceOptions;
import io.twohop.workload.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The floor must differ from the run that it stands under by the transport, and by nothing else. */
@Tag("one-jdk")
class FloorRunTest {
    @TempDir
    Path results;

    /** In which measurement the service had an event, and whether that was recorded. */
    private record Seen(String transport, boolean recorded) {}

    private final Set<Seen> seen = ConcurrentHashMap.newKeySet();

    private final class Watching implements Microservice<ByteBuffer, ByteBuffer> {
        @Override
        public void onEvent(ByteBuffer event, Consumer<? super ByteBuffer> out) {
            seen.add(new Seen(provider.isOpen() ? "measured" : "floor", isRecording()));
            out.accept(event);
        }
    }

    private static boolean isRecording() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .anyMatch(recording -> recording.getState() == RecordingState.RUNNING);
    }

    private final BlockingLoopback provider = new BlockingLoopback();

    private BenchmarkResult run(String workloadYaml) throws Exception {
        Workload workload = Workload.read(YamlDocument.parse(
                "case.yaml", "rate: 400\nsize: 64\nwarmup: 100ms\nduration: 400ms\nfloor: 300ms\n" + workloadYaml));
        CellRun run = new CellRun(
                workload,
                TransportFile.of(YamlDocument.parse("case.yaml", "transport: blocking\nconsumers: 2\n"))
                        .by(provider),
                workload.cells().get(0),
                results,
                results,
                Place.here(Watching::new));
        return run.run(RunListener.NONE);
    }

    /** What a blocked consumer waits for in the kernel is no cost of the broker. */
    @Test
    void shouldWaitAsTheRunDoes() throws Exception {
        assertThat(run("jfr: off\n").floor().orElseThrow().transport()).isEqualTo("tcp");
        assertThat(FloorRun.transport(layout(Idle.PARK, true))).contains("tcp");
        assertThat(FloorRun.transport(layout(Idle.SPIN, false))).contains("loopback");
        assertThat(FloorRun.transport(layout(Idle.PARK, false)))
                .as("consumers sleep between two polls")
                .isEmpty();
    }

    private static ThreadLayout layout(Idle idle, boolean blocks) {
        return new ThreadLayout(Layout.SHARED, idle, blocks, List.of(), 2, null, null, null);
    }

    @Test
    void shouldHaveTheThreadsConsumersAndIdlingOfTheRunItStandsUnder() throws Exception {
        BenchmarkResult result = run("jfr: off\n");

        assertThat(result.floor().orElseThrow().layout().layout()).isEqualTo(Layout.DEDICATED);
        assertThat(result.floor().orElseThrow().layout().idle())
                .isEqualTo(result.forks().get(0).layout().idle());
        assertThat(result.floor().orElseThrow().layout().threads())
                .isEqualTo(result.forks().get(0).layout().threads())
                .hasSize(1 + 2 + 2);
        assertThat(result.floor().orElseThrow().endToEnd().count()).isEqualTo(120);
        assertThat(seen).containsExactlyInAnyOrder(new Seen("measured", false), new Seen("floor", false));
    }

    /** Or what it adds would be laid at the transport's door. */
    @Test
    void shouldHaveTheServicesWorkWithoutItsProcess() {
        Workload workload = Workload.read(YamlDocument.parse(
                "w.yaml", "rate: 1k\nduration: 1s\nservice: {name: busy, work: 20us, process: true}"));
        RunPlan plan = RunPlan.of(
                "run",
                workload.scenario(),
                TransportFile.of(YamlDocument.parse("case.yaml", "transport: blocking\n")),
                results,
                results);

        ServiceOptions service = FloorRun.of(plan, "loopback", workload.floor(), layout(Idle.SPIN, false))
                .scenario()
                .service();
        assertThat(service.time()).isEqualTo(Distribution.constant(Duration.ofNanos(20_000)));
        assertThat(service.process()).isFalse();
    }

    @Test
    void shouldBeRecordedWhereTheRunIs() throws Exception {
        BenchmarkResult result = run("jfr: default\n");

        assertThat(seen).containsExactlyInAnyOrder(new Seen("measured", true), new Seen("floor", true));
        try (Stream<Path> files = Files.list(result.directory())) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .as("the floor's recording is nobody's to read")
                    .contains("recording.jfr")
                    .doesNotContain("floor.jfr");
        }
    }
}
