package com.example.orders;

import static io.twohop.assertj.BenchmarkAssertions.assertThat;

import io.twohop.TransportServer;
import io.twohop.junit.BenchTransport;
import io.twohop.junit.Deployed;
import io.twohop.junit.LatencyTest;
import io.twohop.result.BenchmarkResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** Services of one subject, over a server that is started for this class and ends with it. */
class OverNatsTest {
    @BenchTransport("nats.yaml")
    static TransportServer nats;

    /** In Go; it replies to the inbox that each request names. */
    @Nested
    class NatsGo {
        @AutoClose
        private RunningService service;

        @BeforeEach
        void start() throws IOException {
            service = RunningService.start("go/nats", Map.of("NATS_URL", nats.address()));
        }

        @LatencyTest(
                workload = "quick.yaml",
                deployed = @Deployed(requests = "orders", event = "orders/limit.json", inbox = true),
                retries = 3)
        void answersInTime(BenchmarkResult result) {
            assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofSeconds(1));
        }
    }

    /** In Python; it publishes replies to another subject, where they are found by the order's id. */
    @Nested
    class NatsPy {
        @AutoClose
        private RunningService service;

        @BeforeEach
        void start() throws IOException {
            service = RunningService.start("python/nats_service.py", Map.of("NATS_URL", nats.address()));
        }

        @LatencyTest(
                workload = "quick.yaml",
                deployed =
                        @Deployed(
                                requests = "orders",
                                replies = "executions",
                                event = "orders",
                                field = "/orderId"),
                retries = 3)
        void answersInTime(BenchmarkResult result) {
            assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofSeconds(1));
        }
    }
}
