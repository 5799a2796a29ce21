package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.account.Histograms;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {
    @Test
    void shouldStateOnlyThePercentilesThatTheSamplesSupport() {
        assertThat(summary(99).percentilesNanos()).containsOnlyKeys("p50");
        assertThat(summary(1_000).percentilesNanos()).containsOnlyKeys("p50", "p90", "p99");
        assertThat(summary(100_000).percentilesNanos()).containsOnlyKeys("p50", "p90", "p99", "p99.9", "p99.99");
    }

    @Test
    void shouldRefuseAPercentileThatTheSamplesDoNotSupport() {
        assertThatThrownBy(() -> summary(1_000).percentile(99.9))
                .hasMessageContaining("p99.9: 1000 samples (expected:");
        assertThat(summary(1_000).percentile(99).toNanos()).isBetween(990L, 991L);
    }

    @Test
    void shouldBeEmptyWhenNothingWasRecorded() {
        LatencySummary empty = LatencySummary.of(Histograms.newHistogram());

        assertThat(empty.count()).isZero();
        assertThat(empty.percentilesNanos()).isEmpty();
        assertThat(empty.minNanos()).isZero();
    }

    private static LatencySummary summary(int samples) {
        Histogram histogram = Histograms.newHistogram();
        for (int i = 1; i <= samples; i++) {
            histogram.recordValue(i);
        }
        return LatencySummary.of(histogram);
    }
}
