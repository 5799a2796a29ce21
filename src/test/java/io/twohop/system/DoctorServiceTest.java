package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.TransportServer;
import io.twohop.system.service.MisbehavingService;
import io.twohop.system.service.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor finds of services that run already over NATS. */
@Timeout(120)
class DoctorServiceTest {
    private static final String WITH_REPLIES = "requests: orders, replies: executions";

    @TempDir
    Path directory;

    private BenchCall doctor(String address, String service) throws IOException {
        Files.writeString(
                directory.resolve("order.json"), "{\"orderId\": 1000000000, \"sentAt\": \"2026-01-31T12:00:00.000Z\"}");
        Path workload = Files.writeString(
                directory.resolve("orders.yaml"),
                "event: {file: order.json, fields: {/orderId: number, /sentAt: time}}\nservice: {" + service + "}\n");
        Path mine = Files.writeString(
                directory.resolve("mine.yaml"), "transport: nats\nbroker: external\nurl: " + address + "\n");
        return BenchCall.of(directory, "doctor", "--service", workload.toString(), mine.toString());
    }

    @Test
    void shouldShowWhatAServiceReturns() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service =
                        MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of())) {
            BenchCall bench = doctor(nats.address(), "deployed: true, " + WITH_REPLIES);

            assertThat(bench.exitCode()).as(bench.err() + bench.out()).isZero();
            assertThat(bench.out().replaceAll("^\\d+", "N").replaceAll("after [0-9.]+ ms", "after TIME"))
                    .isEqualTo("""
                    N requests on orders; the first reply came after TIME

                      part                        came back
                      field /orderId              yes, at /orderId
                      inbox                       yes
                      header twohop-id            yes
                      header correlation_id       yes
                      header kafka_correlationId  yes
                      header X-Request-Id         yes
                      header traceparent          yes
                      header tracestate           yes

                    for the workload's service, the best first:
                      correlate: {field: /orderId}
                      correlate: {inbox: true}  # instead of replies
                      correlate: {header: twohop-id}
                      correlate: {header: correlation_id}
                      correlate: {header: kafka_correlationId}
                      correlate: {header: X-Request-Id}
                      correlate: {header: traceparent}
                      correlate: {header: tracestate}
                    """);
            assertThat(service.counts().requests()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void shouldTellANewTraceFromMissingHeaders() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml")) {
            try (MisbehavingService service =
                    MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of("new-trace=1"))) {
                BenchCall bench = doctor(nats.address(), "deployed: true, " + WITH_REPLIES);

                assertThat(bench.exitCode()).as(bench.err() + bench.out()).isZero();
                assertThat(bench.out())
                        .contains("header traceparent          no, the reply has a valid trace of its own\n")
                        .contains("header tracestate           yes\n")
                        .doesNotContain("{header: traceparent}");
                assertThat(service.counts().requests()).isGreaterThanOrEqualTo(2);
            }
            try (MisbehavingService service =
                    MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of("no-headers=1"))) {
                BenchCall bench = doctor(nats.address(), "deployed: true, " + WITH_REPLIES);

                assertThat(bench.exitCode()).as(bench.err() + bench.out()).isZero();
                assertThat(bench.out())
                        .contains("header twohop-id            no\n", "header traceparent          no\n")
                        .endsWith("""
                                best first:
                                  correlate: {field: /orderId}
                                  correlate: {inbox: true}  # instead of replies
                                """);
                assertThat(service.counts().requests()).isGreaterThanOrEqualTo(2);
            }
        }
    }

    @Test
    void shouldFindThatNothingAnswers() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml")) {
            BenchCall bench = doctor(nats.address(), "deployed: true, requests: orders");

            assertThat(bench.exitCode()).as(bench.err() + bench.out()).isEqualTo(1);
            assertThat(bench.out().replaceAll("\\s+", " "))
                    .matches(
                            "\\d+ requests on orders, and no reply; check that the service runs, what it reads and where it"
                                    + " writes part came back inbox no ");
        }
    }

    @Test
    void shouldRefuseBadInput() throws Exception {
        assertThat(doctor("nats://127.0.0.1:1", "name: busy, work: 1us").err())
                .contains("service.deployed: missing (expected: true, with the topics or subjects");
        assertThat(doctor("nats://me:hidden@127.0.0.1:1", "deployed: true, replies: executions")
                        .err())
                .contains("service.requests: missing (expected: the topic")
                .doesNotContain("hidden");
        assertThat(BenchCall.of(directory, "doctor", "mine.yaml").err())
                .contains("(expected: --service with a workload");
        assertThat(BenchCall.of(directory, "doctor", "--service", "orders.yaml").err())
                .contains("--service: orders.yaml (expected: a transport file behind it");
        assertThat(BenchCall.of(directory, "doctor", "--quick", "--service", "orders.yaml", "mine.yaml")
                        .err())
                .contains("--service: orders.yaml (expected: no option for this machine");
    }
}
