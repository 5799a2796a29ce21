package io.twohop.jmh.bare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BarePairsTest {
    @Test
    void shouldStateMedianAndRangeOfPairs() {
        BarePairs pairs = new BarePairs();
        pairs.add(result(1_000, 10_000), result(1_100, 30_000));
        pairs.add(result(500, 20_000), result(1_000, 20_000));
        pairs.add(result(800, 10_000), result(1_200, 10_000));

        assertThat(pairs.latencies("10k"))
                .isEqualTo("| 10k | 3 | 0.80 (0.50 to 1.00) | 1.10 (1.00 to 1.20) | 1.50 (1.10 to 2.00)"
                        + " | 10.0 (10.0 to 20.0) | 20.0 (10.0 to 30.0) | 1.00 (1.00 to 3.00) |");
    }

    @Test
    void shouldLeaveOutPairWithRefusedRun() {
        BarePairs pairs = new BarePairs();
        pairs.add(result(1_000, 10_000), null);
        pairs.add(null, result(1_000, 10_000));

        assertThat(pairs.size()).isZero();
        assertThat(pairs.capacity()).startsWith("| capacity, M/s | 0 | refused | refused | refused |");
    }

    private static BareResult result(long p50Nanos, long p99Nanos) {
        return new BareResult(1_000, 1_000_000, p50Nanos, p99Nanos);
    }
}
