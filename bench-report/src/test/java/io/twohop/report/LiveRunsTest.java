package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.workload.Probe;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LiveRunsTest {
    private static final long SECOND = 1_000_000_000;
    private static final int MESSAGES = 2_000;

    private final LiveRuns runs = new LiveRuns();

    private static Interval interval(Phase phase, int second, long latencyNanos) {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(latencyNanos, MESSAGES);
        return new Interval(
                phase,
                second * SECOND,
                (second + 1) * SECOND,
                SECOND,
                MESSAGES,
                MESSAGES,
                MESSAGES - 1,
                0,
                7,
                6,
                Map.of(Probe.END_TO_END, Histograms.encode(latencies, Histograms.newScratch())));
    }

    private JsonNode run(int index) throws Exception {
        return new ObjectMapper().readTree(runs.data()).at("/runs/" + index);
    }

    @Test
    void shouldHaveARunBeforeItsFirstSecond() throws Exception {
        runs.begin("a");

        assertThat(run(0).at("/label").asText()).isEqualTo("a");
        assertThat(run(0).at("/phase").asText()).isEqualTo("starting");
        assertThat(run(0).at("/verdict/kind").asText()).isEqualTo("Running");
        assertThat(run(0).at("/forks")).isEmpty();
    }

    @Test
    void shouldGrowSecondBySecond() throws Exception {
        LiveRun run = runs.begin("a");
        run.startFork();
        run.add(interval(Phase.WARMUP, -1, 9_000));
        assertThat(run(0).at("/phase").asText()).isEqualTo("warmup");
        assertThat(run(0).at("/curves")).isEmpty();
        run.add(interval(Phase.MEASURE, 0, 1_000));
        run.add(interval(Phase.MEASURE, 1, 2_000));

        assertThat(run(0).at("/phase").asText()).isEqualTo("measure");
        assertThat(run(0).at("/rates/offeredPerSecond").asDouble()).isEqualTo(MESSAGES);
        assertThat(run(0).at("/forks/0/seconds/2").toString())
                .isEqualTo("[1.0,2.0,2000,1999,0,7,6,1.0,2000,\"measure\"]");
        assertThat(run(0).at("/forks/0/time/1").toString()).isEqualTo("[0.0,1.0,1000,1000,null,1000]");
        assertThat(run(0).at("/forks/0/heat")).hasSize(3);
        assertThat(run(0).at("/curves/endToEnd/0").asLong())
                .as("median of both measured seconds")
                .isEqualTo(1_000);
        assertThat(run(0).at("/curves/endToEnd/3").asLong()).isEqualTo(2_000);
    }

    /** A rate of 0 is a closed loop's, whose newest second is shown whatever was due in it. */
    @Test
    void shouldKeepTheOfferedRateWhileItDrains() throws Exception {
        LiveRun run = runs.begin("a");
        run.startFork();
        run.add(interval(Phase.MEASURE, 0, 1_000));
        run.add(new Interval(Phase.DRAIN, SECOND, 2 * SECOND, SECOND, 0, 0, 0, 0, 0, 0, Map.of()));

        assertThat(run(0).at("/phase").asText()).isEqualTo("drain");
        assertThat(run(0).at("/rates/offeredPerSecond").asDouble()).isEqualTo(MESSAGES);
    }

    @Test
    void shouldShowTheNewestForkAndTheCurvesOfAll() throws Exception {
        LiveRun run = runs.begin("a");
        run.startFork();
        run.add(interval(Phase.MEASURE, 0, 1_000));
        assertThat(runs.begin("a")).isSameAs(run);
        run.startFork();
        run.add(interval(Phase.MEASURE, 0, 3_000));

        assertThat(run(0).at("/forks")).hasSize(1);
        assertThat(run(0).at("/forks/0/number").asInt()).isEqualTo(2);
        assertThat(run(0).at("/forks/0/time")).hasSize(1);
        assertThat(run(0).at("/curves/endToEnd/0").asLong()).isEqualTo(1_000);
        assertThat(run(1).isMissingNode()).isTrue();
    }

    @Test
    void shouldKeepNoMoreThanAChartShows() throws Exception {
        LiveRun run = runs.begin("a");
        run.startFork();
        for (int second = 0; second < 300; second++) {
            run.add(interval(Phase.MEASURE, second, 1_000));
        }

        assertThat(run(0).at("/forks/0/seconds")).hasSize(240);
        assertThat(run(0).at("/forks/0/time")).hasSize(240);
        assertThat(run(0).at("/forks/0/heat")).hasSize(240);
        assertThat(run(0).at("/forks/0/seconds/239/0").asInt()).isEqualTo(299);
    }
}
