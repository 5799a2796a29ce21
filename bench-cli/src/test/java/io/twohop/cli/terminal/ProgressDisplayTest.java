package io.twohop.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.ThreadLayout;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.workload.Idle;
import io.twohop.workload.Layout;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
    private static final long SECOND = 1_000_000_000;

    private static Interval second(Phase phase, int completed, long latencyNanos) {
        Histogram latencies = new Histogram(3);
        latencies.recordValueWithCount(latencyNanos, completed);
        return new Interval(
                phase,
                0,
                SECOND,
                SECOND,
                0,
                0,
                completed,
                0,
                0,
                0,
                Map.of(Probe.END_TO_END, Histograms.encode(latencies, Histograms.newScratch())));
    }

    @Test
    void shouldShowRateAndLatencyOfASecond() {
        assertThat(ProgressDisplay.describe(second(Phase.MEASURE, 2_000, 1_500)))
                .isEqualTo("2,000/s  p50 1.50 us  p99 1.50 us");
        assertThat(ProgressDisplay.describe(second(Phase.WARMUP, 0, 1_500))).isEqualTo("0/s");
    }

    /** Nothing is due then: a rate of 0/s would look like a transport that stopped. */
    @Test
    void shouldShowHowManyStillArriveWhileItDrains() {
        assertThat(ProgressDisplay.describe(second(Phase.DRAIN, 12, 1_500)))
                .isEqualTo("12 arrived  p50 1.50 us  p99 1.50 us");
        assertThat(ProgressDisplay.describe(second(Phase.DRAIN, 0, 1_500))).isEqualTo("0 arrived");
    }

    private static ThreadLayout noted(Finding note) {
        return new ThreadLayout(Layout.SHARED, Idle.SPIN, false, List.of(), 2, null, null, note);
    }

    /** Other notes about a layout wait for the summary. */
    @Test
    void shouldSayBeforeWarmUpThatARateIsOutOfReach() {
        assertThat(ProgressDisplay.outOfReach(noted(Rules.CODEC_BEYOND_RATE.found(1e6, "json", "5.00 us"))))
                .contains(
                        "warning: 1,000,000/s may be more than the codec allows: json alone takes 5.00 us per message;"
                                + " expect SATURATED, or use a cheaper codec, such as -Dcodec=wire, or offer less with"
                                + " -Drate=...");
        assertThat(ProgressDisplay.outOfReach(noted(Rules.TASKS_SHARE_CORES.found("2 cores", 3))))
                .isEmpty();
        assertThat(ProgressDisplay.outOfReach(noted(null))).isEmpty();
    }
}
