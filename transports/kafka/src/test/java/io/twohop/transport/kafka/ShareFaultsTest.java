package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.protocol.RunListener;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Faults;
import io.twohop.testing.run.WholeRuns;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults of share groups, in whole runs. */
@Tag("exhaustive")
@Timeout(360)
class ShareFaultsTest {
    private static final String TRANSPORT = "transport: kafka\ngroup: share\nconsumers: 2\nproducer: { acks: all }\n"
            + "consumer: { share.acknowledgement.mode: explicit }\n"
            + "brokerJvm: { heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1 }\n";

    @TempDir
    Path results;

    private Faults run(String fault, String service, String further) throws Exception {
        BenchmarkResult result = WholeRuns.run(
                "rate: 100\nwarmup: 2s\nduration: 15s\nfloor: 0s\nidle: park\njfr: off\ndrain: 60s\nfaults: [" + fault
                        + "]\n" + service,
                TRANSPORT + further,
                results,
                RunListener.NONE);
        assertThat(result.complete()).as(result.verdict().toString()).isTrue();
        return result.forks().get(0).faults().orElseThrow();
    }

    @Test
    void shouldLoseNothingWhenItsBrokerIsKilled() throws Exception {
        Faults faults = run("{ at: 2s, target: leader, action: kill, for: 100ms }", "", "nodes: 3\nreplication: 3\n");

        assertThat(faults.acknowledgedLost() + faults.unansweredLost()).isZero();
        assertThat(faults.undelivered()).isZero();
    }

    /** The dead service's records come again once their lock has expired. */
    @Test
    void shouldLoseNothingWhenItsServiceIsKilled() throws Exception {
        Faults faults = run("{ at: 2s, target: service, action: kill, for: 100ms }", "service: { process: true }", "");

        assertThat(faults.acknowledgedLost() + faults.unansweredLost()).isZero();
        assertThat(faults.undelivered()).isZero();
    }
}
