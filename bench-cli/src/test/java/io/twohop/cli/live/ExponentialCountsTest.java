package io.twohop.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ExponentialCountsTest {
    private static final double FACTOR = Math.pow(2, 1.0 / 16);
    private static final double NANOS = 1e-9;

    private static ExponentialCounts counts(long... nanos) {
        Histogram histogram = new Histogram(3);
        for (long each : nanos) {
            histogram.recordValue(each);
        }
        ExponentialCounts counts = new ExponentialCounts();
        counts.add(histogram);
        return counts;
    }

    @Test
    void shouldCountInBucketsThatBelongToTheirUpperBound() {
        // A power of two of seconds is a bound of every scale.
        assertThat(ExponentialCounts.bucketOf(1)).isEqualTo(-1);
        assertThat(ExponentialCounts.bucketOf(2)).isEqualTo(15);
        assertThat(ExponentialCounts.bucketOf(2.001)).isEqualTo(16);
        assertThat(ExponentialCounts.bucketOf(0.5)).isEqualTo(-17);
        for (double seconds : new double[] {3e-9, 1e-6, 0.123, 7}) {
            int bucket = ExponentialCounts.bucketOf(seconds);
            assertThat(Math.pow(FACTOR, bucket)).isLessThan(seconds);
            assertThat(Math.pow(FACTOR, bucket + 1)).isGreaterThanOrEqualTo(seconds);
        }
    }

    @Test
    void shouldKnowCountSumAndBounds() {
        ExponentialCounts counts = counts(0, 1_000, 1_000, 2_000);

        assertThat(counts.count()).isEqualTo(4);
        assertThat(counts.zeros()).isEqualTo(1);
        assertThat(counts.sumSeconds()).isCloseTo(4_000 * NANOS, within(1e-15));
        assertThat(counts.minSeconds()).isZero();
        assertThat(counts.maxSeconds()).isCloseTo(2_000 * NANOS, within(1e-15));
        assertThat(counts.counts().values()).containsExactly(2L, 1L);
        assertThat(counts.dense()).hasSize(17).startsWith(2L, 0L).endsWith(0L, 1L);
        assertThat(counts.offset()).isEqualTo(ExponentialCounts.bucketOf(1_000 * NANOS));
    }

    @Test
    void shouldHaveNothingBeforeTheFirstMessage() {
        ExponentialCounts counts = counts();

        assertThat(counts.count()).isZero();
        assertThat(counts.offset()).isZero();
        assertThat(counts.dense()).isEqualTo(List.of());
    }

    @Test
    void shouldTellPercentilesToTheWidthOfABucket() {
        Random random = new Random(1);
        Histogram histogram = new Histogram(3);
        for (int i = 0; i < 100_000; i++) {
            histogram.recordValue(Math.round(20_000 * Math.exp(random.nextGaussian())));
        }
        ExponentialCounts counts = new ExponentialCounts();
        counts.add(histogram);
        for (double percentile : new double[] {50, 99, 99.9}) {
            long below = 0;
            double upper = 0;
            for (Map.Entry<Integer, Long> bucket : counts.counts().entrySet()) {
                below += bucket.getValue();
                if (below >= percentile / 100 * counts.count()) {
                    upper = Math.pow(FACTOR, bucket.getKey() + 1);
                    break;
                }
            }
            double exact = histogram.getValueAtPercentile(percentile) * NANOS;
            // To three digits is how well the histogram itself knows them.
            assertThat(upper / exact).isBetween(0.998, FACTOR * 1.002);
        }
    }

    @Test
    void shouldCountByPowersOfTwo() {
        Histogram histogram = new Histogram(5);
        for (long nanos : new long[] {0, 100, 125_000_000, 126_000_000, 249_000_000, 251_000_000, 20_000_000_000L}) {
            histogram.recordValue(nanos);
        }
        ExponentialCounts counts = new ExponentialCounts();
        counts.add(histogram);

        // Up to 62.5 ms, 125 ms, 250 ms, 500 ms, and above.
        assertThat(counts.octaves(-4, 5)).containsExactly(2, 1, 2, 1, 1);
    }
}
