package io.twohop.transport.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
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
class RedisFaultsTest {
    private static final int RATE = 300;

    @TempDir
    Path results;

    @BeforeAll
    static void shouldHaveAServer() {
        SharedRedis.assume();
    }

    private Faults run(String transport, String fault) throws Exception {
        return WholeRuns.underFaults(
                "rate: " + RATE + "\nduration: 5s\ndrain: 10s\nfaults:\n" + fault,
                "transport: redis\n" + transport,
                results);
    }

    @Test
    void shouldLoseNothingThatASyncedFileHad() throws Exception {
        Faults faults = run("aof: always", "  - { at: 2s, target: broker-1, action: kill, for: 200ms }\n");

        assertThat(faults.acknowledgedLost()).isZero();
        assertThat(faults.undelivered()).isZero();
        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
        assertThat(faults.errors()).extracting(Faults.ClientError::text).contains("connection lost", "connected again");
    }

    private Faults withAServiceProcess(String fault) throws Exception {
        BenchmarkResult result = WholeRuns.run(
                "rate: " + RATE + "\nwarmup: 1s\nduration: 8s\nfloor: 0s\nidle: park\njfr: off\ndrain: 15s\n"
                        + "service: { process: true }\nfaults: [" + fault + "]\n",
                "transport: redis",
                results,
                RunListener.NONE);
        return result.forks().get(0).faults().orElseThrow();
    }

    @Test
    void shouldKeepTheOrderWhenItsServiceDies() throws Exception {
        Faults faults =
                withAServiceProcess("{ at: 1s, target: service, action: kill, for: 300ms, times: 2, every: 3s }");

        assertThat(faults.lost()).isZero();
        assertThat(faults.outcomes())
                .allSatisfy(outcome -> assertThat(outcome.outOfOrder()).isZero());
    }

    /** The requests' stream is one that the measuring process only publishes to. */
    @Test
    void shouldFlowAgainAfterMemoryIsLost() throws Exception {
        Faults faults = withAServiceProcess("{ at: 2s, target: broker-1, action: kill, for: 200ms }");

        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
    }

    @Tag("exhaustive")
    @Test
    void shouldSubscribeAgainAfterAKill() throws Exception {
        Faults faults = run("mode: pubsub", "  - { at: 2s, target: broker-1, action: kill, for: 200ms }\n");

        assertThat(faults.outcomes().get(0).aftermath().firstThroughNanos()).isPositive();
    }

    @Tag("exhaustive")
    @Test
    void shouldHoldEverythingUpWhileTheServerIsPaused() throws Exception {
        Faults faults = run("mode: streams", "  - { at: 2s, target: broker-1, action: pause, for: 700ms }\n");

        assertThat(faults.lost()).isZero();
        assertThat(faults.during().maxNanos()).isGreaterThanOrEqualTo(690_000_000);
    }

    @Tag("exhaustive")
    @Test
    void shouldDeliverABacklogAfterItsConsumerIsBack() throws Exception {
        Faults faults = run("mode: streams", "  - { at: 2s, target: consumer, action: stop, for: 2s }\n");

        assertThat(faults.lost()).isZero();
        assertThat(faults.undelivered()).isZero();
    }
}
