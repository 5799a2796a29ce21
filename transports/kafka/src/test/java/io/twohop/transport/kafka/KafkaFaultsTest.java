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
    private static final String WORKLOAD = "rate: 100\nwarmup: 2s\nduration: 14s\nfloor: 0s\ndrain: 15s\nfaults: [";

    @TempDir
    Path results;

    private BenchmarkResult run(String fault, String transport) throws Exception {
        BenchmarkResult result =
                WholeRuns.run(WORKLOAD + fault + "]", "transport: kafka\n" + transport, results, RunListener.NONE);
        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        return result;
    }

    /** A commit that is not answered in time may have been done, so it has to be repeated and not taken back. */
    @Test
    void shouldAnswerEachRequestOnceThoughCommitsAreNotAnswered() throws Exception {
        BenchmarkResult result = run(
                "{ at: 2s, target: leader, action: pause, for: 4s }",
                "transactions: true\nproducer: { max.block.ms: 1000 }");

        Faults faults = result.forks().get(0).faults();
        assertThat(faults.outcomes().get(0).what()).isEqualTo("pause leader (broker-1)");
        assertThat(faults.acknowledgedLost() + faults.unansweredLost()).isZero();
        assertThat(faults.undelivered()).isZero();
        assertThat(result.accounting().duplicated()).isZero();
        assertThat(faults.during().maxNanos()).isGreaterThan(3_900_000_000L);
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
