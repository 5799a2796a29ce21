package com.example.orders;

import static io.twohop.assertj.BenchmarkAssertions.assertThat;

import io.twohop.junit.LatencyTest;
import io.twohop.result.BenchmarkResult;
import java.time.Duration;

class LatencyBudgetTest {
    /** A shared build machine keeps it, a lock or a lookup on the way does not. On a machine of your own, promise 1 ms. */
    @LatencyTest(
            transport = "chronicle.yaml",
            rate = 1_000,
            warmup = "5s",
            duration = "5s",
            event = OrderEvents.class,
            codec = "com.example.orders.OrderCodec",
            service = RiskService.class,
            // Where the machine itself stalled while it was measured.
            retries = 2)
    void ordersAreCheckedInTime(BenchmarkResult result) {
        assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofMillis(250));
    }
}
