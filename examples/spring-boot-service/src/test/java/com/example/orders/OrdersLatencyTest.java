package com.example.orders;

import static io.twohop.assertj.BenchmarkAssertions.assertThat;

import io.twohop.TransportServer;
import io.twohop.junit.BenchTransport;
import io.twohop.junit.Deployed;
import io.twohop.junit.LatencyTest;
import io.twohop.result.BenchmarkResult;
import java.time.Duration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The service as it is deployed, over a broker that is started for this class and ends with it. */
@SpringBootTest
// Spring would keep the context for the next class, though its broker has ended.
@DirtiesContext
class OrdersLatencyTest {
    @BenchTransport(
            value = "kafka-latency.yaml",
            topics = {"orders:2", "executions:2"})
    static TransportServer kafka;

    @DynamicPropertySource
    static void connect(DynamicPropertyRegistry registry) {
        registry.add("spring.kafka.bootstrap-servers", kafka::address);
        // The broker lets in the user that was made for it.
        kafka.clientProperties().forEach((name, value) -> registry.add("spring.kafka.properties." + name, () -> value));
    }

    @LatencyTest(
            rate = 200,
            warmup = "5s",
            duration = "6s",
            deployed =
                    @Deployed(
                            requests = "orders",
                            replies = "executions",
                            event = "order.json",
                            field = "/orderId",
                            fields = "/sentAt=time"),
            // A shared machine may stall.
            retries = 3)
    void answersInTime(BenchmarkResult result) {
        // As wide as a broker and a service need that share two cores with everything else on a build machine.
        assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofSeconds(2));
    }
}
