package io.twohop.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GrowthOnsetTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Seconds with 1,000/s more in each, and the fastest message of each. */
    private static List<Interval> seconds(double... fastestMillis) {
        List<Interval> seconds = new ArrayList<>();
        for (int i = 0; i < fastestMillis.length; i++) {
            Histogram latencies = Histograms.newHistogram();
            if (fastestMillis[i] > 0) {
                latencies.recordValue((long) (1e6 * fastestMillis[i]));
                latencies.recordValue((long) (1e6 * (fastestMillis[i] + 500)));
            }
            byte[] encoded = Histograms.encode(latencies, Histograms.newScratch());
            int rate = 1_000 * (i + 1);
            seconds.add(new Interval(
                    Phase.MEASURE,
                    i * SECOND,
                    (i + 1) * SECOND,
                    SECOND,
                    rate,
                    rate,
                    2,
                    0,
                    0,
                    0,
                    Map.of(Probe.END_TO_END, encoded)));
        }
        return seconds;
    }

    @Test
    void shouldNameTheRateAtWhichTheBacklogBeganToGrow() {
        GrowthOnset onset = GrowthOnset.of(seconds(1, 1.1, 1.2, 1.3, 1.4, 40, 120, 260, 440))
                .orElseThrow();

        assertThat(onset.perSecond()).isEqualTo(5_000);
        assertThat(onset.atSeconds()).isEqualTo(4);
        assertThat(onset.seconds()).isEqualTo(4);
        assertThat((double) onset.grownNanos()).isCloseTo(438.6e6, within(1e6));
    }

    @Test
    void shouldFindAGrowthThatALowerRateWorkedOffLater() {
        assertThat(GrowthOnset.of(seconds(1, 1, 20, 60, 130, 50, 1, 1, 1))
                        .orElseThrow()
                        .perSecond())
                .isEqualTo(2_000);
    }

    @Test
    void shouldNotCountASecondThatWasCutLate() {
        assertThat(GrowthOnset.of(seconds(1, 1, 3.5, 400, 800, 1_200))
                        .orElseThrow()
                        .perSecond())
                .isEqualTo(3_000);
    }

    @Test
    void shouldNotCallNoiseOrAStallAnOnset() {
        assertThat(GrowthOnset.of(seconds(1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6))).isEmpty();
        assertThat(GrowthOnset.of(seconds(1, 1, 400, 1, 1, 300, 350, 1))).isEmpty();
        assertThat(GrowthOnset.of(seconds(1, 2, 0, 30, 60, 1))).isEmpty();
        assertThat(GrowthOnset.of(List.of())).isEmpty();
    }
}
