package io.twohop.system.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunListener;
import io.twohop.launch.CellRun;
import io.twohop.launch.ForkedRun;
import io.twohop.launch.Place;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Verdict;
import io.twohop.testing.MarkedJvm;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A transport that the project knows nothing of, in a forked JVM. */
@Timeout(120)
class PipeRunTest {
    private final MarkedJvm jvm = new MarkedJvm();
    private final Workload workload = Workload.read(YamlDocument.parse(
            "quick.yaml",
            "rate: 1k\nwarmup: 1s\nduration: 2s\ndrain: 10s\nfloor: 1s\nidle: yield\nslo: {achieved: 50 %}\n"
                    + jvm.workloadYaml()));

    @TempDir
    Path results;

    @Test
    void shouldMeasureATransportFromOutsideTheProject() throws Exception {
        BenchmarkResult result = run(ForkedRun.Patience.DEFAULT).run(RunListener.NONE);

        assertThat(result.verdict()).isNotInstanceOf(Verdict.Invalid.class);
        assertThat(result.complete()).isTrue();
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(3_000);
        assertThat(result.endToEnd().count()).isEqualTo(2_000);
        assertThat(result.floor().orElseThrow().endToEnd().count()).isEqualTo(1_000);
        assertThat(result.trust()).isPresent();
        assertThat(result.floor().orElseThrow().trust())
                .as("judged like the run")
                .isNotNull();
    }

    @Tag("one-jdk")
    @Test
    void shouldEndAHangingJvmAndKeepWhatItMeasured() throws Exception {
        ForkedRun.Patience limits = new ForkedRun.Patience(Duration.ofSeconds(30), Duration.ofSeconds(2));
        AtomicBoolean stopped = new AtomicBoolean();
        RunListener freezing = new RunListener() {
            @Override
            public void onStarted(Started started) {}

            @Override
            public void onEnded(Ended ended) {}

            @Override
            public void onInterval(Interval interval) {
                boolean measured =
                        interval.phase() != Phase.WARMUP && interval.latencies().containsKey(Probe.END_TO_END);
                if (measured && !stopped.getAndSet(true)) {
                    jvm.signal("STOP");
                }
            }
        };

        BenchmarkResult result = run(limits).run(freezing);

        assertThat(result.complete()).isFalse();
        assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(result.verdict().reasons()).anyMatch(reason -> reason.startsWith("hung"));
        assertThat(result.endToEnd().count()).isPositive();
        assertThat(result.floor()).isEmpty();
    }

    private CellRun run(ForkedRun.Patience limits) throws IOException {
        try (InputStream file = PipeRunTest.class.getResourceAsStream("/pipe.yaml")) {
            YamlDocument transport =
                    YamlDocument.parse("pipe.yaml", new String(file.readAllBytes(), StandardCharsets.UTF_8));
            return new CellRun(
                    workload,
                    TransportFile.of(transport),
                    workload.cells().get(0),
                    results,
                    results,
                    Place.forked(limits));
        }
    }
}
