package io.twohop.testing.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Accounting;
import io.twohop.config.YamlDocument;
import io.twohop.engine.DeployedTrial;
import io.twohop.finding.Finding;
import io.twohop.launch.CellRun;
import io.twohop.launch.Place;
import io.twohop.pipeline.deployed.Returned;
import io.twohop.registry.TransportFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.testing.model.SoundRuns;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs, measured in this JVM, against a service that knows nothing of the bench: it uses a real server by the vendor's plain client.
 * Transports that have an inbox say so.
 */
@Timeout(120)
public abstract class DeployedConformance {
    private static final int MESSAGES = 300;

    /** Far behind the canaries. */
    private static final int FIRST = 50;

    /** How many requests meet each misbehaviour. */
    private static final int EACH = 10;

    private static final int BETWEEN = 20;

    private static final byte[] WITHOUT_ID = "{\"status\":\"FILLED\"}".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OF_OTHERS = "{\"orderId\":1999999999}".getBytes(StandardCharsets.UTF_8);

    @TempDir
    protected Path directory;

    protected final String requests = "orders-" + UUID.randomUUID();
    protected final String replies = "executions-" + UUID.randomUUID();

    /** A service's answers. */
    @FunctionalInterface
    protected interface Behaviour {
        /**
         * @param index of the request, from 0
         * @return payloads of the replies, each of which has the request's headers and its correlation id
         */
        List<byte[]> answers(int index, byte[] request);
    }

    /** A running service. */
    @FunctionalInterface
    protected interface Service extends AutoCloseable {
        void end() throws Exception;

        @Override
        default void close() {
            try {
                end();
            } catch (Exception e) {
                throw new IllegalStateException("the service did not end", e);
            }
        }
    }

    /** Returns a transport file for the server, as the service's owner has it. */
    protected abstract String transport();

    /** Creates both places, as the service's owner does. */
    protected abstract void create() throws Exception;

    /** Starts a service, which replies to the address that a request names, else to the place of replies. */
    protected abstract Service serve(Behaviour behaviour) throws Exception;

    /** Puts a reply to nobody's request of now into the place of replies. */
    protected abstract void leave(byte[] payload) throws Exception;

    /** Returns the names of everything on the server. */
    protected abstract Collection<String> everything() throws Exception;

    /** Returns the ways to match replies that the transport has, as YAML. */
    protected abstract List<String> correlations();

    /** Measures the service as a workload's {@code service} says. */
    protected final BenchmarkResult measure(String service) throws Exception {
        return measure(service, transport());
    }

    protected final BenchmarkResult measure(String service, String transport) throws Exception {
        // Ends with the last reply; the broker may be cold, and the machine busy.
        return WholeRuns.here(workload(service) + "drain: 60s\n", transport, directory);
    }

    private String workload(String service) throws IOException {
        Path order = Files.writeString(directory.resolve("order.json"), "{\"orderId\": 1000000000, \"quantity\": 7}");
        return """
                rate: 200
                warmup: 500ms
                duration: 1s
                floor: 0s
                idle: park
                jfr: off
                event: {file: %s, fields: {/orderId: number}}
                service: {deployed: true, %s}
                """.formatted(order, service);
    }

    protected final String between(String correlate) {
        boolean isInbox = correlate.contains("inbox");
        return "requests: '" + requests + "'" + (isInbox ? "" : ", replies: '" + replies + "'") + ", correlate: "
                + correlate;
    }

    protected static void assertAllAnswered(BenchmarkResult result) {
        SoundRuns.assertSound(result.verdict(), result.rates());
        Accounting account = result.accounting().orElseThrow();
        assertThat(account.sent()).isEqualTo(MESSAGES);
        assertThat(account.received()).isEqualTo(MESSAGES);
        assertThat(account.duplicated()).isZero();
        assertThat(result.forks())
                .flatExtracting(Fork::incidents)
                .extracting(Finding::text)
                .noneMatch(text -> text.contains("did not send"));
    }

    /** What is in the place of replies before the run answers none of its requests. */
    @Test
    void shouldMeasureInEachWayAndLeaveNothing() throws Exception {
        create();
        for (int i = 0; i < 20; i++) {
            leave(OF_OTHERS);
        }
        AtomicInteger seen = new AtomicInteger();
        Collection<String> before = everything();
        try (Service service = serve((index, request) -> {
            seen.incrementAndGet();
            return List.of(request);
        })) {
            assertThat(service).isNotNull();
            for (String correlate : correlations()) {
                seen.set(0);
                assertAllAnswered(measure(between(correlate)));
                assertThat(seen).as(correlate).hasValueBetween(MESSAGES + 1, MESSAGES + 60);
            }
        }
        assertThat(everything()).containsExactlyInAnyOrderElementsOf(before);
    }

    /** As {@code bench doctor --service} does. */
    @Test
    void shouldFindWhatComesBack() throws Exception {
        create();
        Workload workload = Workload.read(YamlDocument.parse("orders.yaml", workload(between("{field: /orderId}"))));
        TransportFile file = TransportFile.of(YamlDocument.parse("mine.yaml", transport()));
        try (Service service = serve((index, request) -> List.of(request))) {
            assertThat(service).isNotNull();

            Returned returned = DeployedTrial.of(
                    new CellRun(workload, file, workload.cells().get(0), directory, directory, Place.here()).check());

            List<String> expected = new ArrayList<>(List.of(
                    "field /orderId",
                    "header twohop-id",
                    "header correlation_id",
                    "header kafka_correlationId",
                    "header X-Request-Id",
                    "header traceparent",
                    "header tracestate"));
            correlations().stream().filter(way -> way.contains("inbox")).forEach(way -> expected.add("inbox"));
            assertThat(returned.parts())
                    .filteredOn(part -> part.outcome() == Returned.Outcome.RETURNED)
                    .extracting(Returned.Part::name)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(returned.otherReplies()).isZero();
        }
    }

    @Test
    void shouldAgreeWithAServiceThatBehavesBadly() throws Exception {
        create();
        try (Service service = serve(DeployedConformance::badly)) {
            assertThat(service).isNotNull();

            BenchmarkResult result =
                    WholeRuns.here(workload(between("{field: /orderId}")) + "drain: 5s\n", transport(), directory);

            Accounting account = result.accounting().orElseThrow();
            assertThat(result.verdict()).isInstanceOf(Verdict.Invalid.class);
            assertThat(account.sent()).isEqualTo(MESSAGES);
            assertThat(account.lost()).isEqualTo(2 * EACH);
            assertThat(account.duplicated()).isEqualTo(EACH);
            assertThat(result.verdict().reasons())
                    .anyMatch(reason -> reason.startsWith(2 * EACH + " requests have no reply"))
                    .anyMatch(reason -> reason.startsWith(EACH + " requests have more than one reply"))
                    .anyMatch(reason -> reason.startsWith(
                            EACH + " replies have no number of a request in their /orderId, the first: "
                                    + new String(WITHOUT_ID, StandardCharsets.UTF_8)));
            assertThat(result.forks().get(0).incidents())
                    .extracting(Finding::text)
                    .anyMatch(text -> text.startsWith(EACH + " replies belong to requests that this run did not send"));
        }
    }

    private static List<byte[]> badly(int index, byte[] request) {
        if (index < FIRST || index >= FIRST + EACH * BETWEEN) {
            return List.of(request);
        }
        return switch (index % BETWEEN) {
            case 0 -> List.of();
            case 4 -> Collections.nCopies(2, request);
            case 8 -> List.of(WITHOUT_ID);
            case 12 -> List.of(OF_OTHERS, request);
            default -> List.of(request);
        };
    }
}
