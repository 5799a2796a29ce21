package io.twohop.engine.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.LayoutCapacity;
import io.twohop.finding.Finding;
import io.twohop.pipeline.LayoutTried;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.result.CodecCost;
import io.twohop.result.CodecCost.Step;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.model.ManualClock;
import io.twohop.workload.Workload;
import io.twohop.workload.WorkloadBuilder;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForesightTest {
    private int measured;

    private Optional<String> foreseen(WorkloadBuilder workload, LayoutTried tried, double codecNanos) {
        PipelineSpec<?> spec = new PipelineSpec<>(
                "test", workload.duration(Duration.ofSeconds(1)).build().scenario(), 4, Runs.messages());
        return Foresight.of(spec, new ScriptedTransport(new ManualClock(), (index, deliver) -> {}), tried, () -> {
                    measured++;
                    return new CodecCost("mine", 2, 500, new Step(codecNanos, 0), new Step(codecNanos, 0));
                })
                .map(Finding::sentence);
    }

    private static LayoutTried carried(double perSecond) {
        return LayoutTried.carried(new LayoutCapacity(100_000, 0.9, perSecond, perSecond));
    }

    @Test
    void shouldForeseeNothingWhenALayoutHoldsTheRate() {
        assertThat(foreseen(Workload.builder().rate(100_000), carried(200_000), 10_000))
                .isEmpty();
        assertThat(measured).as("trials of the codec").isZero();
    }

    @Test
    void shouldBlameTheCodecWhenItTakesMostOfTheTime() {
        assertThat(foreseen(Workload.builder().rate(100_000), carried(50_000), 2_500))
                .contains("100,000/s may be more than the codec allows: mine alone takes 10.0 us per message;"
                        + " expect SATURATED, or use a cheaper codec, such as -Dcodec=wire, or offer less with"
                        + " -Drate=...");
        assertThat(foreseen(Workload.builder().rate(100_000), carried(50_000), 2_499)
                        .orElseThrow())
                .contains(
                        "more than two cores carry: in a trial before the run, one thread carried 50,000/s, two 50,000/s");
    }

    /** The service both decodes and encodes, on its one thread. */
    @Test
    void shouldForeseeWhatTheCodecAloneTakesWithoutATrial() {
        assertThat(foreseen(Workload.builder().rate(100_000), LayoutTried.NOT_TRIED, 5_001))
                .isNotEmpty();
        assertThat(foreseen(Workload.builder().rate(100_000), LayoutTried.NOT_TRIED, 4_999))
                .isEmpty();
        assertThat(foreseen(Workload.builder().rate(99_000), LayoutTried.NOT_TRIED, 9_000))
                .as("a rate too low for a trial of the codec")
                .isEmpty();
    }
}
