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

/** Services of one topic that answer on another, over a broker that is started for this class and ends with it. */
class OverKafkaTest {
    // Lets in everybody on this machine, since the services give no password.
    @BenchTransport(
            value = "kafka-latency.yaml",
            topics = {"orders:2", "executions:2"},
            set = "client.security.protocol=PLAINTEXT")
    static TransportServer kafka;

    /** In Go; its replies are found by the trace that OpenTelemetry passes on. */
    @Nested
    class FranzGo {
        @AutoClose
        private RunningService service;

        @BeforeEach
        void start() throws IOException {
            service = RunningService.start("go/kafka", Map.of("KAFKA", kafka.address()));
        }

        @LatencyTest(
                workload = "quick.yaml",
                deployed =
                        @Deployed(
                                requests = "orders",
                                replies = "executions",
                                event = "orders/limit.json",
                                header = "traceparent"),
                retries = 3)
        void answersInTime(BenchmarkResult result) {
            assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofSeconds(2));
        }
    }

    /** In Python; its replies are found by the order's id. */
    @Nested
    class ConfluentKafka {
        @AutoClose
        private RunningService service;

        @BeforeEach
        void start() throws IOException {
            service = RunningService.start("python/kafka_service.py", Map.of("KAFKA", kafka.address()));
        }

        @LatencyTest(
                workload = "quick.yaml",
                deployed =
                        @Deployed(
                                requests = "orders",
                                replies = "executions",
                                event = "orders",
                                field = "/orderId",
                                fields = {"/sentAt=time", "/quantity=random(100..999)"}),
                retries = 3)
        void answersInTime(BenchmarkResult result) {
            assertThat(result).hasNoLoss().endToEnd().percentile(99).isLessThan(Duration.ofSeconds(2));
        }
    }
}
