package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.run.RunListener;
import io.twohop.testing.WholeRuns;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults of a real broker, in whole runs. */
@Timeout(180)
class KafkaFaultsTest {
    private static final String WORKLOAD = "rate: 100\nwarmup: 2s\nduration: 30s\nfloor: 0s\ndrain: 30s\nfaults: [";

    @TempDir
    Path results;

    private BenchmarkResult run(String fault, String transport) throws Exception {
        BenchmarkResult result =
                WholeRuns.run(WORKLOAD + fault + "]", "transport: kafka\n" + transport, results, RunListener.NONE);
        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        return result;
    }

    /** Neither the service nor who counts takes a message twice, though groups and transactions expire meanwhile. */
    @Test
    void shouldAnswerEachRequestOnceThoughItsBrokerIsKilled() throws Exception {
        BenchmarkResult result = run(
                "{ at: 2s, target: leader, action: kill, for: 100ms }",
                "transactions: true\nconsumer: { session.timeout.ms: 6000 }");

        Faults faults = result.forks().get(0).faults();
        assertThat(faults.outcomes().get(0).what()).isEqualTo("kill leader (broker-1)");
        assertThat(faults.acknowledgedLost() + faults.unansweredLost()).isZero();
        assertThat(faults.undelivered()).isZero();
        assertThat(result.accounting().duplicated()).isZero();
        assertThat(faults.during().maxNanos()).isGreaterThan(1_000_000_000L);
    }

    /** The client tells itself that each was acknowledged. */
    @Test
    void shouldCallNothingAcknowledgedThatTheBrokerDidNot() throws Exception {
        BenchmarkResult result = run(
                "{ at: 2s, target: broker, action: kill, for: 100ms }",
                "producer: { acks: 0 }\nconsumer: { session.timeout.ms: 6000 }");

        assertThat(result.forks().get(0).faults().acknowledgedLost()).isZero();
    }
}
