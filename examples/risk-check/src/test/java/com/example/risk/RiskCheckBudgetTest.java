package com.example.risk;

import static io.twohop.assertj.BenchmarkAssertions.assertThat;

import io.twohop.TransportServer;
import io.twohop.junit.BenchTransport;
import io.twohop.junit.LatencyTest;
import io.twohop.result.BenchmarkResult;
import java.time.Duration;

/** The risk check between two topics of a real broker, which is started for this class and ends with it. */
class RiskCheckBudgetTest {
    @BenchTransport("kafka-latency.yaml")
    static TransportServer kafka;

    @LatencyTest(
            rate = 300,
            warmup = "5s",
            duration = "4s",
            codec = "com.example.risk.OrderCodec",
            event = Orders.class,
            service = RiskCheck.class,
            retries = 3)
    void answersInTime(BenchmarkResult result) {
        // As wide as a broker needs that shares two cores with everything else on a build machine.
        assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofSeconds(2));
    }
}
