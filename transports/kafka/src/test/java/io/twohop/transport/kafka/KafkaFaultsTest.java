package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Faults of a real broker, in whole runs, which are measured in this JVM. */
@Tag("faults")
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(360)
class KafkaFaultsTest {
    private static final String WORKLOAD =
            "rate: 100\nwarmup: 2s\nduration: 15s\nfloor: 0s\nidle: park\njfr: off\ndrain: 30s\nfaults: [";

    @TempDir
    Path results;

    private BenchmarkResult run(String fault, String transport) throws Exception {
        BenchmarkResult result = WholeRuns.here(
                WORKLOAD + fault + "]",
                "transport: kafka\nbrokerJvm: { heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1 }\n" + transport,
                results);
        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        return result;
    }

    /**
     * Neither the service nor who counts takes a message twice, though groups and transactions expire meanwhile. On three
     * brokers: a single one that is killed may forget what it has to mark as committed (docs/FAULTS.md).
     */
    @Test
    void shouldAnswerEachRequestOnceThoughItsBrokerIsKilled() throws Exception {
        BenchmarkResult result = run(
                "{ at: 2s, target: leader, action: kill, for: 100ms }",
                "nodes: 3\nreplication: 3\ntransactions: true\nconsumer: { session.timeout.ms: 6000 }");

        Faults faults = result.forks().get(0).faults().orElseThrow();
        assertThat(faults.outcomes().get(0).what()).matches("kill leader \\(broker-[123]\\)");
        assertThat(faults.acknowledgedLost() + faults.unansweredLost()).isZero();
        assertThat(faults.undelivered()).isZero();
        assertThat(result.accounting().orElseThrow().duplicated()).isZero();
        assertThat(faults.during().maxNanos()).isGreaterThan(1_000_000_000L);
    }

    /** The client tells itself that each was acknowledged. */
    @Test
    void shouldCallNothingAcknowledgedThatTheBrokerDidNot() throws Exception {
        BenchmarkResult result = run(
                "{ at: 2s, target: broker, action: kill, for: 100ms }",
                "producer: { acks: 0 }\nconsumer: { session.timeout.ms: 6000 }");

        assertThat(result.forks().get(0).faults().orElseThrow().acknowledgedLost())
                .isZero();
    }
}
