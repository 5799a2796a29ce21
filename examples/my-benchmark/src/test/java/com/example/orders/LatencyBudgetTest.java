package com.example.orders;

import static io.twohop.assertj.BenchmarkAssertions.assertThat;

import io.twohop.junit.LatencyTest;
import io.twohop.result.BenchmarkResult;
import java.time.Duration;

class LatencyBudgetTest {
    /** A budget that a shared build machine keeps, but not with a lock or a lookup on the path. Your own machine can keep 1 ms. */
    @LatencyTest(
            transport = "chronicle.yaml",
            rate = 1_000,
            warmup = "5s",
            duration = "5s",
            event = OrderEvents.class,
            codec = "com.example.orders.OrderCodec",
            service = RiskService.class,
            // Retries only measurements that a stall of the machine spoilt.
            retries = 2)
    void ordersAreCheckedInTime(BenchmarkResult result) {
        System.out.println(result);
        assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofMillis(250));
    }
}
