package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.workload.Layout;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measurements in this JVM, of a rate that an invented search found and that never meets its objective. */
class SearchStepDownTest {
    private static final double FOUND_PER_SECOND = 12_000;

    /** Enough for a p99 are 1,000 messages, and a tenth more since arrivals do not come evenly. */
    private static final String WORKLOAD = """
        mode: max-rate
        rate: 20k
        warmup: 100ms
        duration: 100ms
        floor: 0s
        idle: park
        jfr: off
        slo: { endToEnd.p99: 1ns }
        """;

    @TempDir
    Path results;

    private static final class Found extends Place {
        private final Place here = Place.here();

        @Override
        public Attempt attempt(int number, RunPlan plan, RunListener progress) {
            return plan.scenario().load().mode() == Mode.MAX_RATE
                    ? new Searching()
                    : here.attempt(number, plan, progress);
        }
    }

    private static final class Searching implements Attempt {
        @Override
        public Fork run() {
            return new ForkBuilder(1).build();
        }

        @Override
        public void abort() {
            // It is over at once.
        }

        @Override
        public Optional<Search> search() {
            return Optional.of(new Search(
                    FOUND_PER_SECOND,
                    null,
                    List.of(),
                    List.of(ConfirmationTest.trial(FOUND_PER_SECOND, "Met", false)),
                    Search.Count.NONE,
                    Search.Count.NONE,
                    Layout.SINGLE,
                    Search.End.FOUND));
        }
    }

    @Test
    void shouldEndWhereALowerRateHasTooFewSamples() throws Exception {
        Workload workload = Workload.read(YamlDocument.parse("search.yaml", WORKLOAD));
        CellRun run = new CellRun(
                workload,
                TransportFile.of(YamlDocument.parse("mine.yaml", "transport: loopback\ncodec: json\n")),
                workload.cells().get(0),
                results,
                results,
                new Found());

        BenchmarkResult result = run.run(RunListener.NONE);

        // On a machine that is busy the first may have no verdict, and is repeated.
        assertThat(result.search().orElseThrow().isConfirmed()).isFalse();
        assertThat(result.search().orElseThrow().failsPerSecond()).isNull();
        assertThat(result.forks().get(0).layout().layout()).isEqualTo(Layout.SINGLE);
        assertThat(result.search().orElseThrow().trials())
                .hasSizeGreaterThan(1)
                .allMatch(trial -> trial.offeredPerSecond() == FOUND_PER_SECOND);
        assertThat(result.directory()).isNotEmptyDirectory();
    }
}
