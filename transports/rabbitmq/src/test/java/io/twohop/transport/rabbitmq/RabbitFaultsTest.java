package io.twohop.transport.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.result.Faults;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Faults of real servers, in whole runs. */
@Tag("faults")
@Order(1)
@Timeout(360)
@Execution(ExecutionMode.CONCURRENT)
class RabbitFaultsTest {
    @BeforeAll
    static void shouldHaveAServer() {
        SharedRabbit.assume();
    }

    private static final int RATE = 300;

    @TempDir
    Path results;

    private Faults run(String transport, String fault) throws Exception {
        return WholeRuns.underFaults(
                "rate: " + RATE + "\nduration: 9s\ndrain: 40s\nfaults:\n" + fault,
                "transport: rabbitmq\n" + transport,
                results);
    }

    @Test
    void shouldLoseNothingThatADurableQueueConfirmed() throws Exception {
        Faults faults = run("queue: classic", "  - { at: 2s, target: broker-1, action: kill, for: 200ms }\n");

        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.undelivered()).isZero();
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
        assertThat(faults.errors()).extracting(Faults.ClientError::text).contains("connection lost", "connected again");
    }

    @Tag("exhaustive")
    @Test
    void shouldLoseNothingThatAQuorumQueueConfirmed() throws Exception {
        Faults faults = run("queue: quorum", "  - { at: 2s, target: broker-1, action: kill, for: 200ms }\n");

        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.undelivered()).isZero();
    }

    @Tag("exhaustive")
    @Test
    void shouldFlowAgainAfterATransientQueueIsLost() throws Exception {
        Faults faults = run("queue: transient", "  - { at: 2s, target: broker-1, action: restart }\n");

        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
    }

    @Tag("exhaustive")
    @Test
    void shouldHoldEverythingUpWhileTheServerIsPaused() throws Exception {
        Faults faults = run("queue: classic", "  - { at: 2s, target: broker-1, action: pause, for: 700ms }\n");

        assertThat(faults.lost()).isZero();
        assertThat(faults.during().maxNanos()).isGreaterThanOrEqualTo(690_000_000);
    }
}
